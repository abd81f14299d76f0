import { riyadhDate, type IsoDate } from '#domain/calendar.ts';
import { firstBankDayFrom } from '#domain/payouts/bank-day.ts';
import { latinName, needsTransliteration } from '#domain/payouts/transliteration.ts';
import { pain001, type PaymentCategory, type Pain001Version } from '#domain/payouts/pain-001.ts';
import { payoutCsv, type PayoutFileLine } from '#domain/payouts/payout-file.ts';
import { bankCodeOf, bankOf } from '#domain/payouts/saudi-banks.ts';
import type { PayoutFileContent } from '#api/payout-runs.ts';
import { AppError } from '../platform/app-error.ts';
import type { Payee } from '../platform/config/settings.ts';

/** What a file for the bank says besides its payments: our own account as it is now, and what Saudi banks ask for. */
export interface BankFileSettings {
  debtor: Payee | undefined;
  /** What payouts are for, and what refunds. */
  purpose: string;
  refundPurpose: string;
  /** Days besides weekends and the holidays of each year on which banks do not work. */
  bankHolidays: readonly IsoDate[];
  /** BICs by the code of the bank, beside those that the product knows. */
  bankCodes: Readonly<Record<string, string>>;
}

/**
 * What a file that is made at `now` tells the bank besides amounts and IBANs: it is decided here and kept with the file, so that
 * a copy is the same bytes when the lists have changed.
 * @throws AppError `platform_latin_name_missing`: nobody has confirmed how our own Arabic name is written in Latin letters.
 */
export function toldToBank<Line extends { beneficiary: string; iban: string }>(
  { debtor, bankHolidays, bankCodes }: BankFileSettings,
  purpose: string,
  now: Date,
  lines: readonly Line[],
) {
  if (debtor && needsTransliteration(debtor.name))
    throw new AppError('platform_latin_name_missing');
  const bicOf = (iban: string) => bankCodes[bankCodeOf(iban)] ?? bankOf(iban)?.bic ?? null;
  return {
    execution_date: firstBankDayFrom(riyadhDate(now), bankHolidays),
    purpose,
    ...(debtor && {
      debtor_latin_name: latinName(debtor.name) || '-',
      debtor_bic: bicOf(debtor.iban),
    }),
    lines: lines.map(({ beneficiary, iban, ...line }) => ({
      ...line,
      latin_name: (needsTransliteration(beneficiary) ? '' : latinName(beneficiary)) || '-',
      bic: bicOf(iban),
    })),
  };
}

/** As the database answers: what was recorded when a file was made, and nothing of today. */
export type RecordedFile = {
  message_id: string;
  made_at: string;
  /** Both null in a file that was made before it said what Saudi banks ask for. */
  execution_date: IsoDate | null;
  purpose: string | null;
  debtor: (Payee & BankDetails) | null;
};
type BankDetails = { latin_name: string | null; bic: string | null };

const bankDetails = ({ latin_name, bic }: BankDetails) =>
  latin_name === null ? null : { latin_name, bic };

/** A file for the bank, the same bytes whenever it is asked for. `kind` and `number` are parts of its name. */
export function bankFile(
  recorded: RecordedFile,
  payments: readonly (PayoutFileLine & BankDetails)[],
  format: 'csv' | Pain001Version,
  { kind, number, category }: { kind: string; number: string; category: PaymentCategory },
): PayoutFileContent {
  const { debtor, message_id, purpose } = recorded;
  const created_at = new Date(recorded.made_at);
  const day = riyadhDate(created_at);
  const lines = payments.map(({ latin_name, bic, ...line }) => ({
    ...line,
    bank: bankDetails({ latin_name, bic }),
  }));
  const name = `${kind}-${day}-${number}`;
  if (format === 'csv' || !debtor) {
    return {
      name: `${name}.csv`,
      content_type: 'text/csv; charset=utf-8',
      content: payoutCsv(lines),
    };
  }
  return {
    name: `${name}.xml`,
    content_type: 'application/xml',
    content: pain001(format, {
      message_id,
      created_at,
      execution_date: recorded.execution_date ?? day,
      purpose,
      category,
      debtor: { ...debtor, bank: bankDetails(debtor) },
      lines,
    }),
  };
}
