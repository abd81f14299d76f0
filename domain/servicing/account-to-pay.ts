import { bankOfIban } from '../iban.ts';

/**
 * The IBAN that a company pays to: its own virtual IBAN where it has one that leads to the platform's account, otherwise
 * that account. Null where the platform's account is not known.
 */
export function accountToPay(
  platform_iban: string | null,
  virtual_iban: string | null,
): string | null {
  if (platform_iban === null || virtual_iban === null) return platform_iban;
  // The platform's account is at another bank now.
  return bankOfIban(virtual_iban) === bankOfIban(platform_iban) ? virtual_iban : platform_iban;
}
