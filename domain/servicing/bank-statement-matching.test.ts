import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimalFromHalalas } from '../money.ts';
import { groupedReference, paymentReference } from './payment-reference.ts';
import {
  matchLines,
  ticketsOfLine,
  type Certainty,
  type MatchFacts,
  type MatchTicket,
  type Proposal,
} from './bank-statement-matching.ts';

type Line = Parameters<typeof matchLines>[0][number];

const line = (given: Partial<Line>): Line => ({
  amount: '333.33',
  value_date: '2026-03-01',
  bank_reference: null,
  payer_name: null,
  payer_iban: null,
  remittance: null,
  occurrence: 1,
  ...given,
});

const najd: MatchTicket = {
  id: 'ticket-1',
  ticket_number: 'HM-100001',
  company_id: 'najd',
  owed_since: '2026-01-10',
  open_halalas: [33_333, 33_333, 33_334],
};
const sahara: MatchTicket = {
  id: 'ticket-2',
  ticket_number: 'HM-100002',
  company_id: 'sahara',
  owed_since: '2026-01-10',
  open_halalas: [50_000, 50_000],
};
const najdAgain: MatchTicket = {
  id: 'ticket-3',
  ticket_number: 'HM-100003',
  company_id: 'najd',
  owed_since: '2026-01-10',
  open_halalas: [50_000],
};
const ended: MatchTicket = {
  ...sahara,
  id: 'ticket-4',
  ticket_number: 'HM-100004',
  open_halalas: [],
};

const facts: MatchFacts = {
  today: '2026-03-01',
  tickets: [najd, sahara, najdAgain, ended],
  company_names: { najd: 'Najd Coffee Roasters Co.', sahara: 'شركة صحارى للتجارة' },
  requests: [],
  companies: [],
  reports: [],
  payments: [],
  known_ibans: {},
  virtual_ibans: [],
};

const match = (given: Partial<Line>, more: Partial<MatchFacts> = {}) =>
  matchLines([line(given)], { ...facts, ...more })[0]!;

const [najdReference, saharaReference, againReference, endedReference] = facts.tickets.map(
  ({ ticket_number }) => paymentReference(ticket_number),
) as [string, string, string, string];

describe('a line is proposed with its certainty and its reason', () => {
  const said: [string, Partial<Line>, Partial<Proposal>][] = [
    [
      'the right reference and an installment',
      { remittance: `Payment ${najdReference}` },
      { certainty: 'certain', reason: 'reference', ticket_id: 'ticket-1', company_id: 'najd' },
    ],
    [
      'the right reference, broken up, in small letters, with Arabic digits',
      { remittance: 'سداد rf٠٨ hm10 0001 شكرًا' },
      { certainty: 'certain', ticket_id: 'ticket-1' },
    ],
    [
      'the right reference and the first two installments together',
      { remittance: najdReference, amount: '666.66' },
      { certainty: 'certain', ticket_id: 'ticket-1' },
    ],
    [
      'the right reference, a part, and the name',
      { remittance: najdReference, amount: '100.00', payer_name: 'NAJD COFFEE ROASTERS' },
      { certainty: 'certain', ticket_id: 'ticket-1' },
    ],
    [
      'the right reference in the field of the bank',
      { bank_reference: najdReference },
      { certainty: 'certain', ticket_id: 'ticket-1' },
    ],
    [
      'the right reference, and nothing else that says so',
      { remittance: najdReference, amount: '100.00' },
      { certainty: 'likely', reason: 'reference_alone', ticket_id: 'ticket-1' },
    ],
    [
      'the right reference, and a day before its ticket was owed',
      { remittance: najdReference, value_date: '2026-01-09' },
      { certainty: 'likely', reason: 'before_debt', ticket_id: 'ticket-1' },
    ],
    [
      'the right reference, and the day on which its ticket was owed first',
      { remittance: najdReference, value_date: '2026-01-10' },
      { certainty: 'certain', reason: 'reference', ticket_id: 'ticket-1' },
    ],
    [
      'the right reference, and a value date that is still to come',
      { remittance: najdReference, value_date: '2026-03-02' },
      { certainty: 'likely', reason: 'value_date_ahead', ticket_id: 'ticket-1' },
    ],
    [
      'the right reference, in words that call it a balance',
      { remittance: `رصيد كما في 28/02/2026 ${najdReference}` },
      { certainty: 'likely', reason: 'says_balance', ticket_id: 'ticket-1' },
    ],
    [
      'the right reference and more than is owed',
      { remittance: najdReference, amount: '1000.01' },
      { certainty: 'likely', reason: 'reference_above_rest' },
    ],
    [
      'the right reference and the name of another company that owes as much',
      { remittance: againReference, amount: '500.00', payer_name: 'صحارى التجارية' },
      { certainty: 'likely', reason: 'reference_other_payer', ticket_id: 'ticket-3' },
    ],
    [
      'the reference of a ticket that owes nothing',
      { remittance: endedReference },
      {
        certainty: 'possible',
        reason: 'reference_not_open',
        company_id: 'sahara',
        ticket_id: null,
      },
    ],
    [
      'references of two tickets of one company',
      { remittance: `${najdReference} and ${againReference}` },
      {
        certainty: 'likely',
        reason: 'references_one_company',
        company_id: 'najd',
        ticket_id: null,
      },
    ],
    [
      'references of two companies',
      { remittance: `${najdReference} ${saharaReference}` },
      { certainty: 'none', reason: 'references_several_companies', company_id: null },
    ],
    [
      'wrong check digits, and an amount that fits',
      { remittance: 'RF80HM100001' },
      { certainty: 'likely', reason: 'ticket_number_agrees', ticket_id: 'ticket-1' },
    ],
    [
      'the ticket number alone, and an amount that does not fit',
      { remittance: 'HM-100001', amount: '12.00' },
      { certainty: 'possible', reason: 'ticket_number', ticket_id: 'ticket-1' },
    ],
    [
      'the amount and the name',
      { amount: '500.00', payer_name: 'صحاري للتجاره' },
      { certainty: 'likely', reason: 'amount_and_name', ticket_id: 'ticket-2' },
    ],
    ['the amount alone', {}, { certainty: 'possible', reason: 'amount', ticket_id: 'ticket-1' }],
    [
      'an amount that two tickets owe',
      { amount: '500.00' },
      { certainty: 'none', reason: 'amount_of_several', ticket_id: null },
    ],
    ['nothing', { amount: '7.00' }, { certainty: 'none', reason: 'nothing' }],
  ];
  test.each(said)('%s', (_name, given, expected) => {
    expect(match(given)).toMatchObject(expected);
  });

  test('an amount that a company reported', () => {
    const reports = [
      {
        id: 'report',
        ticket_id: 'ticket-1',
        request_id: null,
        company_id: 'najd',
        amount_halalas: 12_345,
      },
    ];
    expect(match({ amount: '123.45' }, { reports })).toMatchObject({
      certainty: 'likely',
      reason: 'reported',
      ticket_id: 'ticket-1',
      report_id: 'report',
    });
    expect(match({ amount: '123.45', remittance: najdReference }, { reports })).toMatchObject({
      certainty: 'certain',
      report_id: 'report',
    });
  });

  test('a report of the amount does not outrank who paid', () => {
    const reports = [
      {
        id: 'report',
        ticket_id: 'ticket-1',
        request_id: null,
        company_id: 'najd',
        amount_halalas: 50_000,
      },
    ];
    const payer_iban = 'SA0380000000608010167519';
    const known_ibans = { [payer_iban]: 'sahara' };
    const saharas = { reason: 'amount_and_name', company_id: 'sahara', report_id: null };
    const amount = '500.00';
    expect(match({ amount, payer_iban }, { reports, known_ibans })).toMatchObject(saharas);
    expect(match({ amount, payer_name: 'صحارى التجارية' }, { reports })).toMatchObject(saharas);
    expect(match({ amount, payer_name: 'Gulf Motors' }, { reports }).reason).not.toBe('reported');
    expect(match({ amount, payer_name: 'Najd Coffee Roasters' }, { reports }).reason).toBe(
      'reported',
    );
  });

  test('an IBAN that has paid for a company before', () => {
    const known_ibans = { SA0380000000608010167519: 'sahara' };
    const payer_iban = 'SA0380000000608010167519';
    expect(match({ amount: '9.00', payer_iban }, { known_ibans })).toMatchObject({
      certainty: 'possible',
      reason: 'known_iban',
      company_id: 'sahara',
    });
    for (const masked of ['SA03****7519', 'SA03XXXXXXXXXXXXXXXX7519', '7519'])
      expect(
        match({ amount: '9.00', payer_iban: masked }, { known_ibans: { [masked]: 'sahara' } }),
      ).toMatchObject({ certainty: 'none', company_id: null });
    expect(match({ amount: '500.00', payer_iban }, { known_ibans }).reason).toBe('amount_and_name');
    expect(match({ remittance: najdReference, payer_iban }, { known_ibans }).reason).toBe(
      'reference_other_payer',
    );
  });
});

describe('the reference of a company itself', () => {
  // In the order in which a transfer pays: two tickets' installments by turns.
  const companies = [
    {
      payer_number: 'HC-100001',
      company_id: 'najd',
      owed_since: '2026-01-10',
      open_halalas: [33_333, 50_000, 33_333, 33_334],
    },
    { payer_number: 'HC-100002', company_id: 'sahara', owed_since: null, open_halalas: [] },
  ];
  const [own, other] = ['HC-100001', 'HC-100002'].map(paymentReference) as [string, string];
  const byCompany = (given: Partial<Line>) => match({ amount: '833.33', ...given }, { companies });

  const said: [string, Partial<Line>, Partial<Proposal>][] = [
    [
      'with the sum of what has been due longest is certain, and names no ticket',
      { remittance: `سداد ${groupedReference(own)}` },
      { certainty: 'certain', reason: 'reference', company_id: 'najd', ticket_id: null },
    ],
    [
      'with another amount needs the name of its company',
      { remittance: own, amount: '900.00', payer_name: 'NAJD COFFEE ROASTERS' },
      { certainty: 'certain', reason: 'reference', company_id: 'najd' },
    ],
    [
      'with a later installment alone is likely',
      { remittance: own, amount: '500.00' },
      { certainty: 'likely', reason: 'reference_alone', company_id: 'najd' },
    ],
    [
      'with the name of another company is likely',
      { remittance: own, payer_name: 'شركة صحارى للتجارة' },
      { certainty: 'likely', reason: 'reference_other_payer', company_id: 'najd' },
    ],
    [
      'with more than all that is owed is likely',
      { remittance: own, amount: '1500.01', payer_name: 'Najd Coffee Roasters' },
      { certainty: 'likely', reason: 'reference_above_rest', company_id: 'najd' },
    ],
    [
      'before anything was owed is likely',
      { remittance: own, value_date: '2026-01-09' },
      { certainty: 'likely', reason: 'before_debt', company_id: 'najd' },
    ],
    [
      'of a company that owes nothing is possible',
      { remittance: other },
      { certainty: 'possible', reason: 'reference_not_open', company_id: 'sahara' },
    ],
    [
      'beside that of another company, or of its ticket, is nobody’s',
      { remittance: `${own} ${saharaReference}` },
      { certainty: 'none', reason: 'references_several_companies', company_id: null },
    ],
    [
      'beside that of a ticket of its own is likely',
      { remittance: `${own} ${najdReference}` },
      { certainty: 'likely', reason: 'references_one_company', company_id: 'najd' },
    ],
    [
      'with a mistyped digit says nothing',
      { remittance: own.replace('100001', '100003'), amount: '1.00' },
      { certainty: 'none', reason: 'nothing' },
    ],
  ];
  test.each(said)('%s', (_name, given, expected) => {
    expect(byCompany(given)).toMatchObject(expected);
  });

  test('what a certain line before it pays, of the company or of its ticket, is no longer left', () => {
    const whole = { remittance: own, amount: '1500.00' };
    const reasons = (first: Partial<Line>) =>
      matchLines([line(first), line(whole)], { ...facts, companies }).map(({ reason }) => reason);
    expect(reasons({ remittance: own })).toEqual(['reference', 'reference_above_rest']);
    expect(reasons({ remittance: najdReference })).toEqual(['reference', 'reference_above_rest']);
  });
});

describe('nothing is counted twice', () => {
  const payment = {
    id: 'payment',
    company_id: 'najd' as string | null,
    amount_halalas: 33_333,
    value_date: '2026-02-28',
    bank_reference: null,
    is_on_statement: false,
  };

  test('a payment that was recorded before the statement came is proposed, and for one line', () => {
    const two = [line({ remittance: najdReference }), line({ remittance: najdReference })];
    expect(matchLines(two, { ...facts, payments: [payment] })).toMatchObject([
      { certainty: 'likely', reason: 'already_recorded', payment_id: 'payment' },
      { certainty: 'certain', payment_id: null },
    ]);
  });

  test('under the reference of the bank it is that payment whatever its day', () => {
    const typed = { ...payment, value_date: '2026-01-10', bank_reference: 'ft 1' };
    const sure = { remittance: najdReference };
    expect(match({ ...sure, bank_reference: 'FT1' }, { payments: [typed] })).toMatchObject({
      certainty: 'likely',
      reason: 'already_recorded',
      payment_id: 'payment',
    });
    expect(match({ ...sure, bank_reference: 'FT2' }, { payments: [typed] }).payment_id).toBeNull();
  });

  test('one whose payer is not known is too, however sure the line would be', () => {
    const payments = [{ ...payment, company_id: null }];
    expect(match({}, { payments }).reason).toBe('already_recorded');
    const sure = { remittance: najdReference };
    expect(match(sure, { payments })).toMatchObject({
      certainty: 'likely',
      reason: 'already_recorded',
      payment_id: 'payment',
    });
    const own = { ...payment, id: 'own' };
    expect(match(sure, { payments: [...payments, own] }).payment_id).toBe('own');
    const elsewhere = [{ ...payment, company_id: null, is_on_statement: true }];
    expect(match(sure, { payments: elsewhere }).reason).toBe('paid_alike');
  });

  test('a company that paid as much days ago on another statement is looked at', () => {
    const payments = [{ ...payment, is_on_statement: true }];
    expect(match({ remittance: najdReference }, { payments })).toMatchObject({
      certainty: 'likely',
      reason: 'paid_alike',
      payment_id: null,
    });
    const long = [{ ...payment, is_on_statement: true, value_date: '2026-01-28' }];
    expect(match({ remittance: najdReference }, { payments: long }).certainty).toBe('certain');
  });

  test('the second of two identical lines is never certain', () => {
    expect(match({ remittance: najdReference, occurrence: 2 })).toMatchObject({
      certainty: 'likely',
      reason: 'paid_alike',
      ticket_id: 'ticket-1',
    });
  });

  test('the amount that one certain line pays is no longer open for the next line', () => {
    const lines = ['1000.00', '333.33'].map((amount) =>
      line({ amount, remittance: najdReference }),
    );
    expect(matchLines(lines, facts).map(({ reason }) => reason)).toEqual([
      'reference',
      'reference_above_rest',
    ]);
  });
});

/** mulberry32: the same lines for the same seed. */
function randomOf(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

const latin = ['Najd', 'Sahara', 'Rawabi', 'Tuwaiq', 'Marjan', 'Sada'];
const arabic = ['نخيل', 'رواد', 'لؤلؤة', 'أفق', 'ديار', 'مدار'];
const latinTrades = ['Coffee', 'Sweets', 'Motors', 'Dental', 'Books', 'Perfumes'];
const arabicTrades = ['الحدائق', 'العطور', 'التقنية', 'الأثاث', 'القهوة', 'المخابز'];

/** Every name once: half in Latin letters, half in Arabic. */
const names = [
  ...latin.flatMap((one) => latinTrades.map((trade) => `${one} ${trade} Company`)),
  ...arabic.flatMap((one) => arabicTrades.map((trade) => `شركة ${one} ${trade}`)),
];

/** Tickets of companies, many of which owe the same amounts, and lines of a bank that are about them. */
function noisyStatement(seed: number, lineCount: number) {
  const random = randomOf(seed);
  const pick = <Item>(items: readonly Item[]) => items[random(items.length)]!;
  const companies = names.map((name, n) => ({ id: `company-${n}`, name }));
  const amounts = [33_333, 50_000, 50_000, 100_000, 125_050, 999_999];
  const tickets: MatchTicket[] = Array.from({ length: 100 }, (_, n) => ({
    id: `ticket-${n}`,
    ticket_number: `HM-${100_001 + n}`,
    company_id: pick(companies).id,
    owed_since: '2026-01-10',
    // Some owe nothing.
    open_halalas: n % 9 === 0 ? [] : Array.from({ length: 1 + random(3) }, () => pick(amounts)),
  }));
  const nameOf = (id: string) => companies.find((one) => one.id === id)!.name;
  const typo = (name: string) => {
    const at = random(name.length);
    return name.slice(0, at) + (random(2) ? '' : pick(['a', 'x', 'n', ' '])) + name.slice(at + 1);
  };
  const gaps = ['', '', ' ', '-', '\u200f', '.'];
  const broken = (text: string) => Array.from(text, (c) => c + pick(gaps)).join('');
  const arabicDigits = (text: string) =>
    text.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)));
  const damaged = (reference: string) => {
    const at = 2 + random(reference.length - 2);
    const instead = pick([...Array.from('0123456789OIlB'), '']);
    return random(3) === 0
      ? reference.slice(0, at) + reference.slice(at + 1)
      : reference.slice(0, at) + instead + reference.slice(at + 1);
  };
  const around = (text: string) =>
    `${pick(['', 'INV 5567 ', 'سداد قسط ', 'TRF '])}${text}${pick(['', ' thx', ' شكرا', ' 2026'])}`;
  const kinds: Record<string, (ticket: MatchTicket, reference: string) => Partial<Line>> = {
    'clean reference': (_, reference) => ({ remittance: around(reference) }),
    'grouped reference': (_, reference) => ({ remittance: around(groupedReference(reference)) }),
    'noisy reference': (_, reference) => ({ remittance: around(broken(reference.toLowerCase())) }),
    'Arabic digits': (_, reference) => ({ remittance: around(arabicDigits(reference)) }),
    'damaged reference': (_, reference) => ({ remittance: around(damaged(reference)) }),
    'twice damaged reference': (_, reference) => ({ remittance: damaged(damaged(reference)) }),
    'wrong check digits': (_, reference) => ({
      remittance: reference.replace(/^RF(\d\d)/, (_all, check) => `RF${(Number(check) + 11) % 97}`),
    }),
    'ticket number only': ({ ticket_number }) => ({ remittance: around(ticket_number) }),
    'digits stuck to it': (_, reference) => ({
      remittance: `${random(900)}${reference}${random(99)}`,
    }),
    'two references': (_, reference) => ({
      remittance: `${reference} ${paymentReference(pick(tickets).ticket_number)}`,
    }),
    "another's reference": ({ company_id }) => {
      const others = tickets.filter((one) => one.company_id !== company_id);
      return { remittance: paymentReference(pick(others).ticket_number) };
    },
    'no reference': () => ({ remittance: pick([null, 'حوالة', 'payment', 'INV 100001']) }),
  };
  const kindNames = Object.keys(kinds);
  const made = Array.from({ length: lineCount }, (_, index) => {
    const kind = kindNames[index % kindNames.length]!;
    const ticket = pick(tickets);
    const said = kinds[kind]!(ticket, paymentReference(ticket.ticket_number));
    const right = nameOf(ticket.company_id);
    // Who pays with another's reference by mistake has their own name on it.
    const payer_name =
      kind === "another's reference"
        ? right
        : pick([right, right.toUpperCase(), typo(right), typo(typo(right)), null]);
    const owed = ticket.open_halalas.length > 0 ? pick(ticket.open_halalas) : pick(amounts);
    const amount = decimalFromHalalas(random(5) === 0 ? 1 + random(200_000) : owed);
    return { kind, ticket, line: line({ amount, payer_name, ...said }) };
  });
  const company_names = Object.fromEntries(companies.map(({ id, name }) => [id, name]));
  return { made, facts: { ...facts, tickets, company_names } };
}

/** Lines that are proposed as certain for another ticket than the one they are about. */
function wrongOnes({ made, facts: known }: ReturnType<typeof noisyStatement>) {
  const proposals = matchLines(
    made.map((one) => one.line),
    known,
  );
  return {
    proposals,
    wrong: made.filter(({ ticket }, index) => {
      const { certainty, ticket_id } = proposals[index]!;
      return certainty === 'certain' && ticket_id !== ticket.id;
    }),
  };
}

describe('lines as banks give them', () => {
  test('of 600 noisy lines none is proposed as certain for a wrong ticket, and most right references are', () => {
    const noisy = noisyStatement(20_261_121, 600);
    const { proposals, wrong } = wrongOnes(noisy);
    expect(wrong).toEqual([]);
    const tally: Record<string, Record<Certainty, number>> = {};
    noisy.made.forEach(({ kind }, index) => {
      tally[kind] ??= { certain: 0, likely: 0, possible: 0, none: 0 };
      tally[kind][proposals[index]!.certainty] += 1;
    });
    const rows = Object.entries(tally).map(
      ([kind, counts]) =>
        `${kind.padEnd(24)}${Object.values(counts)
          .map((count) => String(count).padStart(9))
          .join('')}`,
    );
    process.stdout.write(
      `${''.padEnd(24)}  certain   likely possible     none\n${rows.join('\n')}\n`,
    );
    for (const kind of [
      'clean reference',
      'noisy reference',
      'grouped reference',
      'Arabic digits',
    ]) {
      expect([kind, tally[kind]!.certain > 20]).toEqual([kind, true]);
    }
    for (const kind of ['wrong check digits', 'ticket number only', 'no reference']) {
      expect([kind, tally[kind]!.certain]).toEqual([kind, 0]);
    }
  });

  test('nor of any others, and a certain one has a right reference of a ticket that owes as much', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const noisy = noisyStatement(seed, 60);
        const { proposals, wrong } = wrongOnes(noisy);
        // Two damaged characters may make the reference of another ticket, check digits and all; one never does.
        expect(wrong.filter(({ kind }) => kind !== 'twice damaged reference')).toEqual([]);
        proposals.forEach((proposal, index) => {
          if (proposal.certainty !== 'certain') return;
          const ticket = noisy.facts.tickets.find(({ id }) => id === proposal.ticket_id)!;
          expect(ticketsOfLine(noisy.made[index]!.line)).toContain(ticket.ticket_number);
          expect(proposal.company_id).toBe(ticket.company_id);
          expect(ticket.open_halalas.length).toBeGreaterThan(0);
        });
      }),
      { numRuns: 40 },
    );
  });
});

describe('what went to a virtual IBAN', () => {
  const [ofNajd, ofNobody] = ['SA9480000000000000000001', 'SA6780000000000000000002'];
  const virtual: Partial<MatchFacts> = {
    virtual_ibans: [
      { iban: ofNajd, company_id: 'najd', given_on: '2026-01-08', owed_since: '2026-01-10' },
      { iban: ofNobody, company_id: null, given_on: null, owed_since: null },
    ],
  };
  const credited = (given: Partial<Line>, more: Partial<MatchFacts> = {}) =>
    match({ credited_iban: ofNajd, ...given }, { ...virtual, ...more });
  const certain = { certainty: 'certain', reason: 'virtual_iban', company_id: 'najd' };

  test('is the company’s with certainty, whoever paid, without a reference, whatever the amount', () => {
    expect(credited({ amount: '7.77' })).toMatchObject({ ...certain, ticket_id: null });
    expect(credited({ payer_name: 'صحارى التجارية' })).toMatchObject(certain);
    expect(credited({ amount: '9999999.00' })).toMatchObject(certain);
    const payer_iban = 'SA4420000001234567891234';
    expect(credited({ payer_iban }, { known_ibans: { [payer_iban]: 'sahara' } })).toMatchObject(
      certain,
    );
  });

  test('pays first what a reference of the same company names', () => {
    expect(credited({ remittance: againReference })).toMatchObject({
      ...certain,
      ticket_id: 'ticket-3',
    });
    expect(credited({ remittance: againReference, amount: '5000.00' })).toMatchObject({
      ...certain,
      ticket_id: 'ticket-3',
    });
    expect(credited({ remittance: `${najdReference} ${againReference}` })).toMatchObject({
      ...certain,
      ticket_id: null,
    });
  });

  test('with a reference of another company it is nobody’s until staff decide', () => {
    const contradicted = {
      certainty: 'none',
      reason: 'virtual_iban_contradicted',
      company_id: null,
    };
    expect(credited({ remittance: saharaReference })).toMatchObject(contradicted);
    expect(credited({ remittance: endedReference })).toMatchObject(contradicted);
    expect(credited({ remittance: 'for HM-100002' })).toMatchObject(contradicted);
    const companies = [
      { payer_number: 'HC-100002', company_id: 'sahara', owed_since: null, open_halalas: [] },
    ];
    const remittance = paymentReference('HC-100002');
    expect(credited({ remittance }, { companies })).toMatchObject(contradicted);
    expect(credited({ remittance: `${najdReference} ${saharaReference}` })).toMatchObject(
      contradicted,
    );
  });

  test('before the company was given it is nobody’s', () => {
    const given_on = '2026-01-12';
    const late = {
      virtual_ibans: [{ iban: ofNajd, company_id: 'najd', given_on, owed_since: '2026-01-10' }],
    };
    expect(credited({ value_date: '2026-01-11' }, late)).toMatchObject({
      certainty: 'none',
      reason: 'virtual_iban_free',
      company_id: null,
    });
    expect(credited({ value_date: given_on }, late)).toMatchObject(certain);
  });

  test('that no company has is not identified, even with a reference', () => {
    expect(match({ credited_iban: ofNobody, remittance: najdReference }, virtual)).toMatchObject({
      certainty: 'none',
      reason: 'virtual_iban_free',
      company_id: null,
    });
  });

  test('is only likely before the company owed anything, and while something says that it is no new money', () => {
    expect(credited({ value_date: '2026-01-09' })).toMatchObject({
      certainty: 'likely',
      reason: 'before_debt',
      company_id: 'najd',
    });
    expect(credited({ told_line_id: 'told' })).toMatchObject({
      certainty: 'likely',
      reason: 'told_before',
    });
    expect(credited({ occurrence: 2 })).toMatchObject({
      certainty: 'likely',
      reason: 'paid_alike',
    });
  });
});
