/** An IBAN as it was typed, without spaces, dashes and direction marks, in capitals and Latin digits. */
export function compactIban(typed: string): string {
  return typed
    .replace(/[\s\u200e\u200f\u2066-\u2069-]/gu, '')
    .replace(/[٠-٩۰-۹]/gu, (digit) => String(digit.charCodeAt(0) & 0xf))
    .toUpperCase();
}

/** "SA0380000000608010167519" → "SA03 8000 0000 6080 1016 7519", whatever spaces and digits were typed. */
export function groupedIban(typed: string): string {
  return compactIban(typed).replace(/(.{4})(?=.)/gu, '$1 ');
}
