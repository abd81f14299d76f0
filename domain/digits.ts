/**
 * Arabic-Indic digits (٠–٩) and Persian ones (۰–۹) as 0–9; everything else stays. People type numbers on Arabic keyboards,
 * and banks write them in statements.
 */
export const latinDigits = (text: string): string =>
  text.replace(/[٠-٩۰-۹]/gu, (digit) => String(digit.charCodeAt(0) & 0xf));
