import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { latinDigits } from '#domain/digits.ts';

/** E.164 of what people type ("05…", "00966…", "+966…", Arabic-Indic digits), or null. Saudi Arabia is the default country. */
export function normalPhone(text: string): string | null {
  const parsed = parsePhoneNumberFromString(latinDigits(text).replace(/^\s*00/, '+'), 'SA');
  return parsed?.isValid() ? parsed.number : null;
}
