import type { Fault } from '../fault.ts';

const rules = 'domain/payouts/pain-001.test.ts';
const lives = 'server/scenarios/lives-of-money.test.ts';
const releases = 'server/scenarios/releases.test.ts';

const papers = 'server/src/documents/render-document.test.ts';

/** What Saudi banks are told in a payment file, what of it is kept, and the documents of a debt. */
export const paymentFiles: Fault[] = [
  {
    id: 'pain-001-no-purpose',
    file: 'domain/payouts/pain-001.ts',
    search: "purpose === null ? '' : element('Purp', codeOf(purpose)),",
    replace: '',
    test: rules,
    breaks: 'A payment file says for no transfer what it is for, and Saudi banks refuse it.',
  },
  {
    id: 'pain-001-no-payment-type',
    file: 'domain/payouts/pain-001.ts',
    search: "file.purpose === null ? '' : paymentType(),",
    replace: '',
    test: rules,
    breaks: 'A payment file does not say of which kind its payments are.',
  },
  {
    id: 'pain-001-creditor-bank-is-debtors',
    file: 'domain/payouts/pain-001.ts',
    search: "bank ? element('CdtrAgt', agent(version, iban, bank)) : '',",
    replace: "bank ? element('CdtrAgt', agent(version, iban, { ...bank, bic: 'RIBLSARI' })) : '',",
    test: rules,
    breaks: 'A payment file names one bank as that of every agency.',
  },
  {
    id: 'pain-001-name-in-arabic',
    file: 'domain/payouts/pain-001.ts',
    search: "element('Cdtr', partyName(bank?.latin_name ?? beneficiary))",
    replace: "element('Cdtr', partyName(beneficiary))",
    test: rules,
    breaks: 'A payment file names agencies in Arabic, which banks do not pass on.',
  },
  {
    id: 'pain-001-old-files-name-banks',
    file: 'server/src/servicing/payout-files.ts',
    search: 'latin_name === null ? null : { latin_name, bic };',
    replace: "({ latin_name: latin_name ?? 'Hamla', bic });",
    test: releases,
    breaks:
      'A file that a bank got from release 0.1.0 has other bytes when it is downloaded again.',
  },
  {
    id: 'payout-file-on-a-friday',
    file: 'server/src/servicing/payout-files.ts',
    search: 'execution_date: firstBankDayFrom(riyadhDate(call.now), bankHolidays),',
    replace: 'execution_date: riyadhDate(call.now),',
    test: lives,
    breaks: 'The bank is asked to pay on a day on which it is closed.',
  },
  {
    id: 'bank-day-without-holidays',
    file: 'domain/payouts/bank-day.ts',
    search: ' && !holidays.includes(day)',
    replace: '',
    test: 'domain/payouts/bank-day.test.ts',
    breaks: 'The bank is asked to pay during an Eid.',
  },
  {
    id: 'latin-name-correction-lost',
    file: 'server/src/servicing/payout-files.sql',
    search: 'coalesce(l.latin_name, d.latin_name), d.bic',
    replace: 'd.latin_name, d.bic',
    test: lives,
    breaks: 'The name that staff have corrected does not reach the bank.',
  },
  {
    id: 'latin-name-corrected-in-a-file',
    file: 'server/src/servicing/payout-files.sql',
    search:
      "if l.outcome is not null or payout_line_file_no(l) is not null then perform refuse('latin_name_fixed'); end if;",
    replace: '',
    test: lives,
    breaks: 'Staff believe that a name was corrected which the bank has got already.',
  },
  {
    id: 'latin-name-of-another-name',
    file: 'server/src/servicing/payout-runs.sql',
    search: ' and l.beneficiary = a.name and',
    replace: ' and',
    test: lives,
    breaks: 'An agency with a new name is paid under a name that was written for the one before.',
  },
  {
    id: 'latin-name-of-any-script',
    file: 'server/src/profiles/iban-changes.sql',
    search: "and p_name ~ '[A-Za-z]'",
    replace: '',
    test: 'server/scenarios/sql-twins.test.ts',
    breaks: 'The database takes a name of signs alone for one that banks take.',
  },
  {
    id: 'english-note-promises',
    file: 'server/src/documents/promissory_note.typ',
    search: 't("Translation of a promissory note", "سند لأمر")',
    replace: 't("Promissory note", "سند لأمر")',
    test: papers,
    breaks: 'One debt has two instruments under one number.',
  },
  {
    id: 'platform-in-latin-letters',
    file: 'server/src/documents/page.typ',
    search: 'if arabic and data.platform.name_ar != none',
    replace: 'if not arabic and data.platform.name_ar != none',
    test: papers,
    breaks: 'Documents in Arabic name the platform in Latin letters.',
  },
  {
    id: 'credit-note-reason-in-one-language',
    file: 'server/src/documents/tax_invoice.typ',
    search: 't([The payout did not arrive and came back], [لم تصل المستحقات وأعيدت])',
    replace: '[The payout did not arrive and came back]',
    test: papers,
    breaks: 'A credit note in Arabic says its reason in English.',
  },
  {
    id: 'remittance-of-another-agency',
    file: 'server/src/documents/remittance.sql',
    search: ' and p.agency_id = caller_agency_id()',
    replace: '',
    test: 'server/scenarios/documents.test.ts',
    breaks: 'An agency reads what another one was paid, and to which account.',
  },
  {
    id: 'remittance-of-failed-attempt',
    file: 'server/src/documents/remittance.sql',
    search: " and coalesce(x.outcome, 'Confirmed') = 'Confirmed'",
    replace: '',
    test: 'server/scenarios/documents.test.ts',
    breaks: 'An advice tells of the attempt that failed.',
  },
  {
    id: 'remittance-first-invoice',
    file: 'server/src/documents/remittance.sql',
    search: "x.type = 'invoice' order by x.id desc limit 1",
    replace: "x.type = 'invoice' order by x.id limit 1",
    test: 'server/scenarios/documents.test.ts',
    breaks: 'An advice names the invoice that a credit note has taken back.',
  },
];
