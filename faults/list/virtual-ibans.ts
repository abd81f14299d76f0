import type { Fault } from '../fault.ts';

const scenario = 'server/scenarios/virtual-ibans.test.ts';

/** Virtual IBANs of companies. */
export const virtualIbans: Fault[] = [
  {
    id: 'virtual-ibans-without-a-day',
    file: 'server/src/servicing/approvals.sql',
    search:
      "  if p_now < approval_waits_until(r) then perform refuse('approval_too_early'); end if;\n",
    replace: '',
    test: scenario,
    breaks: 'A list of virtual IBANs is approved in the hour in which it was loaded.',
  },
  {
    id: 'virtual-iban-told-twice',
    file: 'domain/servicing/earlier-statement-lines.ts',
    search: '  compareAcrossAccounts({ places, earlier, taken, compared, virtualIban, ask });\n',
    replace: '',
    test: scenario,
    breaks:
      'Our account and the virtual IBAN tell one credit under two references: both are certain.',
  },
  {
    id: 'virtual-ibans-one-movement',
    file: 'domain/servicing/earlier-statement-lines.ts',
    search: '  one.credited_iban === other.credited_iban;',
    replace: '  true;',
    test: scenario,
    breaks: 'Of two companies that pay under one reference only one is paid.',
  },
  {
    id: 'virtual-iban-despite-reference',
    file: 'domain/servicing/bank-statement-matching.ts',
    search: "    return { ...none, reason: 'virtual_iban_contradicted' };\n",
    replace: '',
    test: scenario,
    breaks: "A transfer with another company's reference is certain by its virtual IBAN.",
  },
  {
    id: 'virtual-iban-given-without-a-turn',
    file: 'server/src/installments/virtual-ibans.sql',
    search: '    perform lock_virtual_ibans();\n    if virtual_iban_of',
    replace: '    if virtual_iban_of',
    test: 'server/scenarios/console.races.test.ts',
    breaks: 'Two companies want the last virtual IBAN at once: one of them fails.',
  },
  {
    id: 'virtual-iban-not-printed',
    file: 'domain/servicing/account-to-pay.ts',
    search: '? virtual_iban : platform_iban',
    replace: '? platform_iban : platform_iban',
    test: scenario,
    breaks: 'A company that has a virtual IBAN reads our account.',
  },
  {
    id: 'virtual-ibans-without-factor',
    file: 'server/src/servicing/approvals.sql',
    search: "('approve_virtual_ibans', 'virtual_iban_list', true, 24)",
    replace: "('approve_virtual_ibans', 'virtual_iban_list', false, 24)",
    test: 'server/scenarios/sql-matches-domain.test.ts',
    breaks: 'A console that was left approves to which IBANs companies pay.',
  },
  {
    id: 'virtual-iban-of-another-unasked',
    file: 'server/src/servicing/bank-statements.sql',
    search: 'if p_reason is null and v_holder_id is not null and',
    replace: 'if false and',
    test: scenario,
    breaks: "Money of one company's virtual IBAN is confirmed for another one without a reason.",
  },
  {
    id: 'virtual-iban-before-it-was-given',
    file: 'domain/servicing/bank-statement-matching.ts',
    search: 'company_id === null || given_on === null || line.value_date < given_on',
    replace: 'company_id === null',
    test: 'domain/servicing/bank-statement-matching.test.ts',
    breaks: 'Money that came to a free virtual IBAN is the company that is given it later.',
  },
  {
    id: 'virtual-iban-said-too-late',
    file: 'server/src/servicing/import-bank-statement.ts',
    search: 'isPaidToAnother(lines[index]!, one.known_id) ? asked(one) : one',
    replace: 'one',
    test: scenario,
    breaks: 'A statement says that confirmed money is of another company, and nobody is told.',
  },
  {
    id: 'paid-to-virtual-iban',
    file: 'server/src/profiles/iban-changes.sql',
    search: 'if exists (select from virtual_ibans v where v.iban = p_iban) then',
    replace: 'if false then',
    test: scenario,
    breaks:
      "An agency is paid to a company's virtual IBAN: what is owed is paid with our own money.",
  },
  {
    id: 'virtual-iban-of-former-bank',
    file: 'domain/servicing/account-to-pay.ts',
    search: 'bankOfIban(virtual_iban) === bankOfIban(platform_iban) ?',
    replace: 'virtual_iban !== null ?',
    test: 'domain/servicing/account-to-pay.test.ts',
    breaks: 'After a change of the bank companies still pay to the former one.',
  },
  {
    id: 'virtual-iban-lists-without-lock',
    file: 'server/src/servicing/virtual-iban-lists.sql',
    search: "  perform take_lock(hashtextextended('load_virtual_ibans', 0));\n",
    replace: '',
    test: 'server/scenarios/console.races.test.ts',
    breaks: 'Two lists that are loaded at once have the same IBAN.',
  },
];
