import { useLingui } from '@lingui/react/macro';

/** Words for an IBAN that cannot be one of a Saudi bank. */
export function useUnreadableIbanWords(): string {
  const { t } = useLingui();
  // In its own direction within an Arabic sentence.
  const country = '\u2066SA\u2069';
  return t`Enter a Saudi IBAN: ${country} and 22 digits. Compare it with your bank's letter.`;
}
