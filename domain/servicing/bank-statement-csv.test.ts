import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimalFromHalalas } from '../money.ts';
import { bankStatementCsv, type KnownOfDays } from './bank-statement-csv.ts';
import { lineKind, type UnclearDays } from './bank-statement-line.ts';

/** The lines of a file whose first line names the columns. */
const read = (...rows: string[]) => bankStatementCsv(rows.join('\r\n')).lines;
const problem = (...rows: string[]) => {
  try {
    read(...rows);
    return 'read';
  } catch (error) {
    return (error as Error).message;
  }
};

test('a statement with a credit and a debit column, in English', () => {
  expect(
    read(
      'Date,Value Date,Description,Credit,Debit,Bank Reference,Sender Name,Sender IBAN',
      '2026-03-01,2026-03-02,"Payment RF08HM100001, thanks","1,500.00",,FT1,Najd Coffee,SA03 8000 0000 6080 1016 7519',
      '2026-03-01,,Bank fee,,12.50,FT2,,',
    ),
  ).toEqual([
    {
      line_no: 1,
      direction: 'credit',
      amount: '1500.00',
      currency: 'SAR',
      booked_on: '2026-03-01',
      value_date: '2026-03-02',
      bank_reference: 'FT1',
      payer_name: 'Najd Coffee',
      payer_iban: 'SA0380000000608010167519',
      credited_account: null,
      remittance: 'Payment RF08HM100001, thanks',
      entry_reference: null,
      is_reversal: false,
      refusal: null,
    },
    expect.objectContaining({
      line_no: 2,
      direction: 'debit',
      amount: '12.50',
      bank_reference: 'FT2',
    }),
  ]);
});

test('a statement in Arabic, with Arabic digits, semicolons, a mark at its start and a title above', () => {
  expect(
    read(
      '\uFEFFكشف حساب;;;',
      'التاريخ;المبلغ;اسم المُرسِل;البيان',
      '٢٠٢٦/٠٣/٠١;١٬٥٠٠٫٥٠ ر.س;شركة نجد;سداد',
      '٢٠٢٦/٠٣/٠٢;-٢٠٫٠٠;;رسوم',
    ),
  ).toMatchObject([
    { amount: '1500.50', direction: 'credit', booked_on: '2026-03-01', payer_name: 'شركة نجد' },
    { amount: '20.00', direction: 'debit', remittance: 'رسوم' },
  ]);
});

test('the names and the last row of a Saudi bank: details of the movement, and a total where days stand', () => {
  expect(
    read(
      'كشف حساب,,,,',
      'التاريخ الهجري,التاريخ,تفاصيل العملية,مدين,دائن',
      '25/08/1447,13/02/2026,حوالة واردة RF08HM100001,0.00,"1,000.00"',
      '26/08/1447,14/02/2026,عكس حوالة واردة RF08HM100001,"1,000.00",0.00',
      ',الإجمالي,,"1,000.00","1,000.00"',
    ),
  ).toMatchObject([
    { direction: 'credit', amount: '1000.00', remittance: 'حوالة واردة RF08HM100001' },
    { direction: 'debit', is_reversal: true, booked_on: '2026-02-14' },
  ]);
});

test('which is the day and which the month is said by a row of a balance or by the title, where no movement says it', () => {
  const movement = '09/02/2026,SARIE INCOMING RF08HM100001,,300.00';
  const bookedOn = (...rows: string[]) => read(...rows).map(({ booked_on }) => booked_on);
  const columns = 'Date,Description,Debit,Credit';
  expect(bookedOn(columns, movement, '13/02/2026,Closing balance,,300.00')).toEqual(['2026-02-09']);
  expect(bookedOn('Period: 01/02/2026 - 28/02/2026', columns, movement)).toEqual(['2026-02-09']);
  expect(bookedOn('Period: 02/01/2026 - 02/28/2026', columns, movement)).toEqual(['2026-09-02']);
  expect(bookedOn('Printed 02/28/2026', columns, movement, '13/02/2026,Fee,1.00,')).toEqual([
    '2026-02-09',
    '2026-02-13',
  ]);
  expect(problem('Period: 01/02/2026 - 10/02/2026', columns, movement)).toContain(
    'which is the day',
  );
});

test('a year of two figures stands last, and one that is long past is asked for in full', () => {
  const bookedOn = (day: string, today?: string) =>
    bankStatementCsv(`date,amount\n${day},300.00`, { today }).lines[0]!.booked_on;
  expect(bookedOn('22/11/26', '2026-12-01')).toBe('2026-11-22');
  expect(bookedOn('٢٢-١١-٢٦')).toBe('2026-11-22');
  expect(problem('Period: 01/11/26 - 30/11/26', 'date,amount', '05/11/26,300.00')).toBe('read');
  for (const past of ['26/11/22', '26-Nov-22', '22/06/48'])
    expect(() => bookedOn(past, '2026-12-01')).toThrow('its year in four figures');
  expect(() => bookedOn('22/11.26')).toThrow('must be a date');
});

describe('days from 1 to 12', () => {
  const columns = 'Date,Details,Amount,Balance';
  const rows = ['05/11/2026,Transfer,300.00,1300.00', '11/11/2026,Fee,-25.00,1275.00'];
  /** The order in which a file is read, and what decided it, or both readings of its first and last day. */
  const orderOf = (above: string[], said = rows, known: KnownOfDays = {}) => {
    try {
      const file = [...above, columns, ...said].join('\n');
      const { order, by } = bankStatementCsv(file, known).day_order!;
      return [order, by];
    } catch (error) {
      return (error as UnclearDays).readings.map(({ day_order, from, to }) =>
        [day_order, from, to].join(' '),
      );
    }
  };
  const asked = ['day_first 2026-11-05 2026-11-11', 'month_first 2026-05-11 2026-11-11'];
  const period = 'Period 01/11/2026 to 12/11/2026';

  test.each<[string, string[], [string, string] | string[]]>([
    ['a title that is open itself', [period], asked],
    ['the day of printing', [period, 'Printed 22/11/2026'], ['day_first', 'print_date']],
    ['the day of printing in Arabic', ['تاريخ الطباعة: 22/11/2026'], ['day_first', 'print_date']],
    ['a day of printing before a row', ['Printed on 2026-06-01'], asked],
    [
      'a period by the names of its months',
      ['From 1 Nov 2026', 'To 30 Nov 2026'],
      ['day_first', 'period'],
    ],
    ['a period in Arabic', ['الفترة من 2026/11/01 إلى 2026/11/30'], ['day_first', 'period']],
    ['another day above', ['Account opened 13/05/2019'], ['day_first', 'title']],
    ['and what is no day', ['Branch 12 Olaya 26 opened 13/05/2019'], ['day_first', 'title']],
    [
      'a period in both calendars',
      ['من 01/11/2026 إلى 30/11/2026 الموافق 21/05/1448 إلى 20/06/1448'],
      ['day_first', 'period'],
    ],
    ['a year of two figures', ['From 1-Nov-26', 'To 30-Nov-26'], ['day_first', 'period']],
    ['a month', ['Statement for November 2026'], ['day_first', 'period']],
    ['a month in Arabic', ['كشف حساب نوفمبر 2026'], ['day_first', 'period']],
    ['a month of a year', ['عن شهر نوفمبر لعام ٢٠٢٦م'], ['day_first', 'period']],
    ['a month in figures', ['Period: 11/2026'], ['day_first', 'period']],
    ['months', ['From Oct 2026 to Nov 2026'], ['day_first', 'period']],
    ['months that both readings fit', ['Statement Apr 2026 - Nov 2026'], asked],
    ['a month of something else', ['Customer since 11/2026'], asked],
  ])('%s', (_, above, expected) => {
    expect(orderOf(above)).toEqual(expected);
  });

  test('no day comes after today', () => {
    const today = '2026-11-20';
    expect(orderOf([], ['05/12/2026,Fee,-1.00,'], { today })).toEqual([
      'month_first',
      'not_after_today',
    ]);
    expect(orderOf([], rows, { today })).toEqual(asked);
    // A period may end in the future, a day of printing does not lie there.
    expect(orderOf(['Period 01/11/2026 to 12/11/2026'], rows, { today })).toEqual(asked);
    expect(orderOf(['Printed 12/11/2026'], rows, { today })).toEqual([
      'day_first',
      'not_after_today',
    ]);
  });

  test('the balances follow from day to day in one order alone', () => {
    const goesOn = [
      '11/10/2026,In,300.00,1300.00',
      '12/10/2026,In,10.00,1310.00',
      '05/11/2026,Fee,-25.00,1285.00',
    ];
    expect(orderOf([], goesOn)).toEqual(['day_first', 'balances']);
    expect(
      orderOf(
        [],
        goesOn.map((row) => row.replace(/[^,]*$/u, '')),
      ),
    ).toHaveLength(2);
  });

  test('earlier files of the account decide last, a choice first, and days above 12 before all', () => {
    const earlier = { order: 'month_first', by: 'earlier_files' } as const;
    const choice = { order: 'month_first', by: 'choice' } as const;
    expect(orderOf([], rows, { order: earlier })).toEqual(['month_first', 'earlier_files']);
    const printed = ['Printed 22/11/2026'];
    expect(orderOf(printed, rows, { order: earlier })).toEqual(['day_first', 'print_date']);
    expect(orderOf(printed, rows, { order: choice })).toEqual(['month_first', 'choice']);
    const above = [...rows, '13/11/2026,Fee,-1.00,1274.00'];
    expect(orderOf(['Printed 11/22/2026'], above, { order: choice })).toEqual([
      'day_first',
      'days',
    ]);
  });
});

test('columns that name riyals, days with the name of their month, and what stands at the foot of paper', () => {
  expect(
    read(
      'Statement of account,,,',
      'Date,Description,Deposits (SAR),Withdrawals (SAR)',
      '05-Feb-2026,Transfer in,"1,000.00",',
      '"Feb 6, 2026",Fee,,5.00',
      'Page 1 of 2,,,',
      '7 فبراير 2026,Transfer in,20.00,',
      'Total Credits SAR,,"1,020.00",',
      'Total Debits SAR 5.00,,,',
      'Page 2 of 2,,,',
      '*** End of Statement ***',
    ),
  ).toMatchObject([
    { direction: 'credit', amount: '1000.00', booked_on: '2026-02-05' },
    { direction: 'debit', amount: '5.00', booked_on: '2026-02-06' },
    { direction: 'credit', amount: '20.00', booked_on: '2026-02-07' },
  ]);
  expect(
    read('التاريخ,الإيداعات (ريال),السحوبات (ريال)', '2026-02-05,10.00,', '2026-02-05,,2.00'),
  ).toMatchObject([{ direction: 'credit' }, { direction: 'debit' }]);
});

test('the title and sums of a further page are no movements', () => {
  const title = 'Account 608010167519,,,,';
  const columns = 'Date,Details,Debit,Credit,Balance';
  expect(
    read(
      title,
      columns,
      '2026-02-05,a,,300.00,1300.00',
      'Sub Total,,0.00,300.00,',
      'Page 1/2,,,,',
      title,
      columns,
      '2026-02-06,b,25.00,,1275.00',
      'المجموع الفرعي,,25.00,0.00,',
      'Total Transactions,,25.00,300.00,',
    ),
  ).toMatchObject([{ direction: 'credit' }, { direction: 'debit' }]);
});

test('columns of another currency are not those of riyals', () => {
  expect(problem('Date,Credit (USD),Debit (USD)', '2026-02-05,10.00,')).toContain('columns must');
});

test('a day by the name of its month is that day, however it is written', () => {
  const names =
    'January February March April May June July August September October November December';
  const day = fc.date({
    min: new Date('2000-01-01'),
    max: new Date('2100-12-31'),
    noInvalidDate: true,
  });
  const parts = fc.tuple(day, fc.constantFrom('-', ' ', '/', '.'), fc.boolean(), fc.boolean());
  fc.assert(
    fc.property(parts, ([date, by, isShort, isMonthFirst]) => {
      const iso = date.toISOString().slice(0, 10);
      const name = names.split(' ')[date.getUTCMonth()]!;
      const month = isShort ? name.slice(0, 3).toUpperCase() : name;
      const [year, number] = [iso.slice(0, 4), String(date.getUTCDate())];
      const said = isMonthFirst ? `"${month} ${number}, ${year}"` : [number, month, year].join(by);
      expect(read('date,amount', `${said},5`)[0]).toMatchObject({ booked_on: iso });
    }),
  );
});

test.each(['5 Feb 026', '2026-Feb', '31-Feb-2026', '05-Fev-2026', 'Feb-2026-05'])(
  'no day can be told of %s',
  (day) => {
    expect(problem('date,amount', `${day},5`)).toContain('line 2, date must be');
  },
);

describe('the side of an amount', () => {
  const moved = (...rows: string[]) =>
    read(...rows).map((one) => [one.direction, one.amount, one.is_reversal]);

  test('stands beside it, before or behind', () => {
    expect(
      moved(
        'date,amount',
        '2026-03-01,"1,000.00 CR"',
        '2026-03-01,57.50DR',
        '2026-03-01,Cr 5.00',
        '2026-03-01,٢٠٫٠٠ مدين',
        '2026-03-01,SAR 7.00 Cr.',
        '2026-03-01,7.00 (CR)',
        '2026-03-01,[D] 7.00',
        '2026-03-01,دائن ٧٫٠٠',
        '2026-03-01,7.00 عليه',
        '2026-03-01,7.00DR SAR',
      ),
    ).toEqual([
      ['credit', '1000.00', false],
      ['debit', '57.50', false],
      ['credit', '5.00', false],
      ['debit', '20.00', false],
      ['credit', '7.00', false],
      ['credit', '7.00', false],
      ['debit', '7.00', false],
      ['credit', '7.00', false],
      ['debit', '7.00', false],
      ['debit', '7.00', false],
    ]);
    for (const amount of ['7 CR 000', '7.00 CR DR', '7.00 kept'])
      expect(problem('date,amount', `2026-03-01,${amount}`)).toContain('line 2, amount must');
  });

  test('against a sign it takes back what came in', () => {
    expect(moved('date,amount', '2026-03-01,"-1,000.00 CR"')).toEqual([['debit', '1000.00', true]]);
  });

  test('may stand beside a type and in columns of its own, where they say the same', () => {
    expect(moved('date,amount,type', '2026-03-01,5.00 CR,Credit')).toEqual([
      ['credit', '5.00', false],
    ]);
    expect(problem('date,amount,type', '2026-03-01,5.00 CR,Debit')).toContain(
      'line 2, type must say the same as the amount',
    );
    expect(moved('date,credit,debit', '2026-03-01,5.00 CR,', '2026-03-01,,5.00 DR')).toEqual([
      ['credit', '5.00', false],
      ['debit', '5.00', false],
    ]);
    expect(problem('date,credit,debit', '2026-03-01,5.00 DR,')).toContain('line 2, amount must');
  });

  test('is not guessed where other rows say it: a bank may write one of the two alone', () => {
    expect(problem('date,amount', '2026-03-01,5.00 CR', '2026-03-01,57.50')).toContain(
      'line 3, amount must say CR or DR',
    );
  });

  test('decides whatever the figure, and none is money in that says DR', () => {
    const figures = fc.integer({ min: 1, max: 99_999_999 }).map(decimalFromHalalas);
    const sides = fc.constantFrom('CR', 'DR', 'cr', 'dr', 'C', 'D', 'دائن', 'مدين');
    fc.assert(
      fc.property(fc.array(fc.tuple(figures, sides), { minLength: 1 }), (all) => {
        const rows = all.map(([of, side]) => `2026-03-01,${of} ${side}`);
        expect(moved('date,amount', ...rows)).toEqual(
          all.map(([of, side]) => [/^(c|دائن)/iu.test(side) ? 'credit' : 'debit', of, false]),
        );
      }),
    );
  });
});

test('tabs, quotes with line ends within, and a direction beside the amount', () => {
  expect(
    read(
      'date\tamount\ttype\tdetails',
      '2026-03-01\t10\tCR\t"two\nlines ""here"""',
      '2026-03-01\t10.5\tدائن\tx',
    ),
  ).toMatchObject([
    { amount: '10.00', direction: 'credit', remittance: 'two lines "here"' },
    { amount: '10.50', direction: 'credit' },
  ]);
});

test.each([
  ['13/02/2026', '01/02/2026', '2026-02-01'],
  ['02/13/2026', '01/02/2026', '2026-01-02'],
  ['13-02-2026', '5.2.2026', '2026-02-05'],
])('beside %s the day %s is %s', (other, day, date) => {
  const lines = read('date,amount', `${other},1`, `${day},1`);
  expect(lines[1]!.booked_on).toBe(date);
});

test.each([
  [
    'which day it is cannot be told',
    ['date,amount', '01/02/2026,5'],
    'line 2, date must say which is the day',
  ],
  [
    'two orders in one file',
    ['date,amount', '13/02/2026,1', '02/13/2026,1'],
    'line 2, date must say which is the day',
  ],
  ['no day', ['date,amount', 'yesterday,5'], 'line 2, date must be a date'],
  ['a day that does not exist', ['date,amount', '2026-02-30,5'], 'line 2, date must be a day'],
  ['a day of the Hijri calendar', ['date,amount', '1447-09-12,5'], 'line 2, date must be a day'],
  ['no amount', ['date,amount', '2026-03-01,free'], 'line 2, amount must be an amount'],
  [
    'a comma for the decimal point',
    ['date;amount', '2026-03-01;1,5'],
    'line 2, amount must be an amount',
  ],
  [
    'three places of riyals',
    ['date,amount', '2026-03-01,1.005'],
    'line 2, amount must be an amount',
  ],
  [
    'a credit and a debit at once',
    ['date,credit,debit', '2026-03-01,1,2'],
    'line 2, amount must be either',
  ],
  [
    'a direction that is none',
    ['date,amount,type', '2026-03-01,1,transfer'],
    'line 2, type must be credit or debit',
  ],
  [
    'a currency that is none',
    ['date,amount,currency', '2026-03-01,1,riyals'],
    'line 2, currency must be a code',
  ],
  [
    'more cells than columns',
    ['date,amount', '2026-03-01,1', '2026-03-01,1,500.00'],
    'line 3, columns must be 2',
  ],
  ['an amount twice', ['date,amount,Amount', '2026-03-01,1,1'], 'line 1, Amount must be the only'],
  ['no names of columns', ['2026-03-01,1'], 'columns must be named'],
  ['a row of any length', ['date,amount', 'x'.repeat(20_001)], 'line 2, row must not pass 20000'],
  ['a row of any number of cells', [','.repeat(20_001)], 'line 1, row must not pass 20000'],
  ['a cell of any length', ['date,amount', `"${'x'.repeat(20_000)}"`], 'line 2, row must not pass'],
  ['an open quote', ['date,amount', '2026-03-01,"1'], 'line 2, quotes must be closed'],
])('%s is refused by line and field', (_name, rows, words) => {
  expect(problem(...rows)).toContain(words);
});

test('pending lines are not money, and an unknown status is a problem of the file', () => {
  const kinds = (...statuses: string[]) =>
    read('date,amount,status', ...statuses.map((one) => `2026-03-01,5,${one}`)).map(lineKind);
  expect(kinds('Posted', 'مكتملة', '', 'BOOKED')).toEqual(Array(4).fill('receipt'));
  expect(kinds('Pending', 'PDNG', 'معلّقة', 'Rejected', 'قيد التنفيذ')).toEqual(
    Array(5).fill('refused'),
  );
  expect(() => kinds('Posted', 'Reversed')).toThrow('line 3, status must be booked or pending');
});

describe('a sign is never dropped', () => {
  const kinds = (...rows: string[]) =>
    read(...rows).map((one) => [one.direction, one.is_reversal, one.amount, lineKind(one)]);
  const takenBack = ['debit', true, '1000.00', 'reversal'];

  test.each([
    ['a negative figure of a credit', 'date,amount,type', '2026-03-01,-1000.00,credit'],
    ['in brackets', 'date,amount,type', '2026-03-01,(1000.00),CR'],
    ['with the sign behind it', 'date,amount,type', '2026-03-01,1000.00-,دائن'],
    ['a negative figure in the column of credits', 'date,credit,debit', '2026-03-01,-1000.00,'],
    ['a type that says so', 'date,amount,type', '2026-03-01,1000.00,Storno'],
    ['a type that says so, signed', 'date,amount,type', '2026-03-01,-1000.00,قيد عكسي'],
    ['words that say so', 'date,amount,details', '2026-03-01,-1000.00,REVERSAL of a transfer'],
    ['words in Arabic', 'date,credit,debit,details', '2026-03-01,,1000.00,عكس حوالة'],
    ['a ticket’s reference', 'date,amount,details', '2026-03-01,-1000.00,RF08HM100001'],
  ])('%s takes money back', (_name, ...rows) => {
    expect(kinds(...rows)).toEqual([takenBack]);
  });

  test.each([
    '- SAR 5.50',
    'SAR -5.50',
    '‐5.50',
    '–5.50',
    '−5.50',
    '-.55',
    '-5.5 S.R.',
    '5.50 -',
    '( 5.50 )',
    '―5.50',
  ])('%s leaves the account, whatever stands beside it', (figure) => {
    const said = read('date,amount,type', `2026-03-01,${figure},POS`);
    expect(said).toMatchObject([{ direction: 'debit', is_reversal: false }]);
  });

  test('other debits are debits, with or without a sign', () => {
    expect(
      kinds('date,credit,debit', '2026-03-01,,57.50', '2026-03-01,,-57.50').map(([, , , k]) => k),
    ).toEqual(['debit', 'debit']);
    expect(kinds('date,amount,type', '2026-03-01,-57.50,DR', '2026-03-01,57.50,DR')).toEqual([
      ['debit', false, '57.50', 'debit'],
      ['debit', false, '57.50', 'debit'],
    ]);
  });

  test('money of ours that came back is no company’s payment', () => {
    const came = { direction: 'credit', is_reversal: true, refusal: 'reversal' };
    const fee = '2026-03-01,,-57.50,Reversal of a fee';
    const others = ['date,credit,debit,details', '2026-03-01,,10.00,A fee'];
    expect(read(...others, fee)[1]).toMatchObject(came);
    const typed = ['date,amount,type,details', '2026-03-01,10.00,DR,A fee'];
    expect(read(...typed, '2026-03-01,-57.50,DR,Reversal of a fee')[1]).toMatchObject(came);
    expect(read('date,amount,type', '2026-03-01,57.50,RD')[0]).toMatchObject(came);
    // Where no other debit shows what a sign means, the balances do.
    const rows = ['2026-03-01,10.00,,a,110.00', `${fee},167.50`];
    expect(read('date,credit,debit,details,balance', ...rows)[1]).toMatchObject(came);
  });

  test.each([
    ['in the column of debits', 'date,credit,debit,details', ',-50.00,POS', ',-1000.00,'],
    ['as the only debit', 'date,credit,debit,details', '5.00,,x', ',-1000.00,'],
    ['beside a type', 'date,type,amount,details', 'DR,-50.00,POS', 'DR,-1000.00,'],
  ])(
    'a credit that is taken back is no money of ours, where debits have a sign: %s',
    (_, ...rows) => {
      const [head, other, back] = rows;
      const words = `${back}REVERSAL OF INCOMING TRANSFER RF08HM100001`;
      expect(kinds(head, `2026-03-01,${other}`, `2026-03-02,${words}`)[1]).toEqual(takenBack);
    },
  );

  test.each(['1000.00)', '(1000.00', '+1000.00)', '+1000.00-'])(
    'half a sign is none: %s',
    (figure) => {
      expect(problem('date,amount,type', `2026-03-01,${figure},CR`)).toContain(
        'line 2, amount must',
      );
    },
  );

  test('an amount beside a debit is that debit', () => {
    expect(kinds('date,amount,credit,debit', '2026-03-01,57.50,,57.50')).toEqual([
      ['debit', false, '57.50', 'debit'],
    ]);
  });

  test('no figure with a sign against its type is money in', () => {
    const figures = fc.integer({ min: 1, max: 99_999_999 }).map(decimalFromHalalas);
    const signed = fc.constantFrom(
      (of: string) => `-${of}`,
      (of: string) => `(${of})`,
      (of: string) => `${of}-`,
      (of: string) => `\u2212${of}`,
    );
    const types = fc.constantFrom('credit', 'CR', 'c', 'deposit', 'وارد');
    fc.assert(
      fc.property(figures, signed, types, (of, sign, type) => {
        const [line] = read('date,amount,type', `2026-03-01,${sign(of)},${type}`);
        expect(line).toMatchObject({ amount: of, direction: 'debit', is_reversal: true });
      }),
    );
  });
});

test('money in another currency is kept apart', () => {
  expect(read('date,amount,currency', '2026-03-01,100.125,kwd')).toMatchObject([
    { currency: 'KWD', amount: '100.125', refusal: 'currency' },
  ]);
});

test('a placeholder is no reference, no payer and no IBAN, nor is a number that a spreadsheet has cut a reference', () => {
  const nothing = ['NONREF', 'n/a', '000', '-', '—', 'NONE', 'xxx', 'غير متوفر', '2.02611E+17'];
  nothing.push('#N/A', '########', 'NOT-PROVIDED', '?', 'لا يوجد مرجع', '2.02611E17');
  nothing.push(
    '•••',
    '٭',
    '؟',
    'لا توجد بيانات',
    'غير متوفّرة',
    'بلا',
    'Not given',
    'No data',
    'blank',
  );
  nothing.push('NOTPROVIDED / NOTPROVIDED', '#VALUE!', '#DIV/0!', '٢٫٠٢٦١١E+١٧', '-2.02611E+17');
  nothing.push('202611220000123000');
  const lines = read(
    'date,amount,reference,payer,iban',
    ...nothing.map((said) => `2026-03-01,5,${said},${said},${said}`),
  );
  for (const line of lines)
    expect(line).toMatchObject({ bank_reference: null, payer_name: null, payer_iban: null });
  expect(read('date,amount,reference', '2026-03-01,5,202611220000123456')).toMatchObject([
    { bank_reference: '202611220000123456' },
  ]);
  expect(read('date,amount,reference', "2026-03-01,5,'0202611220000")).toMatchObject([
    { bank_reference: '0202611220000' },
  ]);
});

test('what keeps a spreadsheet from cutting a number is no part of it, nor are the marks of an IBAN', () => {
  const iban = 'SA0380000000608010167519';
  for (const said of [`="${iban}"`, `IBAN: ${iban}`, 'SA03-8000-0000-6080-1016-7519', `'${iban}`])
    expect(read('date|amount|ref|iban', `2026-03-01|="5.00"|="00012345"|${said}`)).toMatchObject([
      { amount: '5.00', bank_reference: '00012345', payer_iban: iban },
    ]);
});

describe('the direction of an amount without a sign', () => {
  const directions = (...rows: string[]) => read(...rows).map(({ direction }) => direction);

  test.each([
    ['D/C', 'C', 'D'],
    ['DrCr', 'Cr', 'Dr'],
    ['Cr / Dr', 'CR', 'DR'],
    ['Debit/Credit Indicator', 'CRDT', 'DBIT'],
    ['Debit or Credit', 'credit', 'debit'],
    ['Sign', '+', '-'],
    ['مدين/دائن', 'دائن', 'مدين'],
    ['دائن أو مدين', 'دائن', 'مدين'],
    ['Buchung', 'C', 'D'],
    ['Plus or minus', '+', '-'],
    ['Withdrawal/Deposit', 'Deposit', 'Withdrawal'],
    ['له/عليه', 'له', 'عليه'],
    ['نوع القيد', 'إضافة', 'خصم'],
    ['نوع العملية', 'عملية دائنة', 'عملية مدينة'],
    ['Transaction Type', 'Incoming transfer', 'Outgoing transfer'],
    ['Transaction Type', 'Transfer In', 'Transfer Out'],
    ['Txn Nature', 'Inflow', 'Outflow'],
    ['البند', 'مقبوضات', 'مدفوعات'],
    ['Details', 'Deposit', 'Withdrawal'],
    ['طبيعة الحركة', 'د', 'م'],
    ['نوع الحركة', 'د', 'م'],
  ])('stands in the column %s', (name, credit, debit) => {
    const rows = [`2026-03-01,300.00,${credit}`, `2026-03-01,855.00,${debit}`];
    expect(directions(`date,amount,${name}`, ...rows)).toEqual(['credit', 'debit']);
  });

  test('is that of the column which says it in every row, beside a type that does not', () => {
    const rows = ['2026-03-01,300.00,SARIE,C', '2026-03-01,855.00,SARIE,D'];
    expect(directions('date,amount,type,mark', ...rows)).toEqual(['credit', 'debit']);
  });

  test.each([
    ['Txn Direction', 'inwards', 'outwards'],
    ['Movement', 'C', 'fee'],
    ['Mark', 'H', 'S'],
    ['W/D', 'D', 'D'],
    ['نوع القيد', 'نوع أول', 'نوع ثان'],
    ['Flow', '1', '-1'],
    ['Category', 'Receipt', 'Payment'],
    ['العملية', 'حوالة محلية واردة', 'حوالة محلية صادرة'],
    ['Kind', 'Fee', 'Outgoing swift payment'],
    ['Mode', 'Cash in', 'Cash out'],
    ['اللقب', 'د', 'م'],
  ])('is not guessed where the column %s cannot be read', (name, one, other) => {
    const rows = [`2026-03-01,300.00,${one}`, `2026-03-01,855.00,${other}`];
    expect(problem(`date,amount,${name}`, ...rows)).toBe(
      `line 1, ${name} must say credit or debit in each row`,
    );
  });

  test('is not guessed in a column of a known name, which is named as the file writes it', () => {
    for (const name of ['Direction', 'نوع العملية', 'Transaction Type'])
      for (const said of ['→', '**', 'SARIE', 'شراء'])
        expect(problem(`date,amount,${name}`, `2026-03-01,855.00,${said}`)).toBe(
          `line 2, ${name} must be credit or debit`,
        );
  });

  test('is not chosen where two columns say another one', () => {
    const rows = ['2026-03-01,300.00,C,Deposit', '2026-03-01,855.00,C,Withdrawal'];
    expect(problem('date,amount,class,details', ...rows)).toBe(
      'line 1, details must say the same as the amount',
    );
  });

  test('contradicts no column of credits', () => {
    const rows = ['2026-03-01,,300.00,C', '2026-03-01,,855.00,D'];
    expect(problem('date,debit,credit,d/c', ...rows)).toBe(
      'line 3, type must say the same as the amount',
    );
  });

  test('is said by every row, or by none', () => {
    const rows = ['2026-03-01,300.00,C', '2026-03-01,855.00,'];
    expect(problem('date,amount,d/c', ...rows)).toBe(
      'line 3, type must say credit or debit, as other rows do',
    );
    expect(problem('date,amount,Buchung', ...rows)).toContain('line 1, Buchung must say');
  });

  test.each(['D/C', 'Mark'])(
    'stands in the column %s also where a sign takes money back',
    (name) => {
      const rows = ['2026-03-01,855.00,D', '2026-03-02,-300.00,C', '2026-03-02,20.00,C'];
      expect(read(`date,amount,${name}`, ...rows)).toMatchObject([
        { direction: 'debit', is_reversal: false },
        { direction: 'debit', is_reversal: true },
        { direction: 'credit', is_reversal: false },
      ]);
    },
  );

  test('is no letter that stands in every row beside signs', () => {
    const rows = ['2026-03-01,-855.00,D', '2026-03-02,300.00,D'];
    expect(directions('date,amount,class', ...rows)).toEqual(['debit', 'credit']);
  });

  test('needs no column where amounts have signs', () => {
    const rows = ['2026-03-01,300.00,inwards', '2026-03-01,-855.00,outwards'];
    expect(directions('date,amount,direction of funds', ...rows)).toEqual(['credit', 'debit']);
    expect(directions('date,amount,type', ...rows)).toEqual(['credit', 'debit']);
    const texts = [
      '2026-03-01,5.00,Withdrawal',
      '2026-03-01,-855.00,Withdrawal',
      '2026-03-01,300.00,Deposit',
    ];
    expect(directions('date,amount,details', ...texts)).toEqual(['credit', 'debit', 'credit']);
  });

  test('is not said by bare amounts alone', () => {
    const says = (...rows: string[]) => bankStatementCsv(rows.join('\n')).saysDirections;
    expect(says('date,amount', '2026-03-01,300.00')).toBe(false);
    expect(says('date,amount', '2026-03-01,300.00', '2026-03-01,-5.00')).toBe(true);
    expect(says('date,amount,d/c', '2026-03-01,300.00,C')).toBe(true);
    expect(says('date,amount,type', '2026-03-01,300.00,')).toBe(false);
    expect(says('date,credit,debit', '2026-03-01,300.00,')).toBe(true);
    expect(says('date,amount,balance', '2026-03-01,300,300', '2026-03-01,5,305')).toBe(true);
  });
});

test('an entry of nought is left out and counted', () => {
  const rows = ['2026-03-01,,300.00', '2026-03-01,0.00,0.00', '2026-03-02,0.00,', '2026-03-02,-,'];
  expect(bankStatementCsv(['date,debit,credit', ...rows.slice(0, 3)].join('\n'))).toMatchObject({
    lines: [{ amount: '300.00' }],
    zero_amount_count: 2,
  });
  expect(problem('date,debit,credit', ...rows)).toContain('line 5, amount must be either');
  expect(bankStatementCsv('date,debit,credit\n2026-03-01,,1\n2026-03-01,-,-')).toMatchObject({
    lines: [{ amount: '1.00' }],
    zero_amount_count: 1,
  });
});

test('an entry is not of nought where its amount stands in a column that is not known', () => {
  const rows = ['2026-03-01,300.00,-', '2026-03-01,-,855.00'];
  for (const name of ['credit', 'amount'])
    expect(problem(`date,${name},payments`, ...rows)).toBe(
      'line 1, payments must say by its name what its amounts are, such as Debit',
    );
  expect(
    problem('date,amount,payments', ...rows.map((row) => row.replace('-,', '0.00,'))),
  ).toContain('line 1, payments must');
});

test('a dash where no amount stands is nothing', () => {
  const rows = ['2026-03-01,-,300.00,1300.00', '2026-03-02,25.00,–,1275.00'];
  expect(read('date,debit,credit,balance', ...rows)).toMatchObject([
    { direction: 'credit', amount: '300.00' },
    { direction: 'debit', amount: '25.00' },
  ]);
});

test('a text in numbered columns is read, and a payment reference in any column', () => {
  const names = 'date,narrative 1,Narrative2,branch note,amount,بيان آخر';
  const row = '2026-03-01,SARIE,incoming,RF08HM100001,300.00,not read';
  expect(read(names, row)[0]!.remittance).toBe('SARIE incoming | RF08HM100001');
});

test('of two references, payers or accounts the first counts, and the other is a text', () => {
  const names = 'date,transaction id,amount,reference number,sender name,name,iban,sender account';
  const row = '2026-03-01,FT1,300.00,RF08HM100001,Najd,Coffee,SA0380000000608010167519,55';
  expect(read(names, row)).toMatchObject([
    {
      bank_reference: 'FT1',
      payer_name: 'Najd',
      payer_iban: 'SA0380000000608010167519',
      remittance: 'RF08HM100001 Coffee 55',
    },
  ]);
});

test('words for nothing are no amount and no value day, and what hides an amount is no nothing', () => {
  const nothing = ['--', '\u200f-\u200f', '−', 'SAR -', 'N/A', 'nil', 'ـ', 'لا يوجد', 'غير متوفرة'];
  for (const said of nothing)
    expect(read('date,debit,credit', `2026-03-01,${said},300.00`)).toMatchObject([
      { direction: 'credit' },
    ]);
  for (const said of ['-', 'N/A', '00/00/0000', 'غير متوفر'])
    expect(read('date,value date,credit', `2026-03-01,${said},300.00`)).toMatchObject([
      { value_date: '2026-03-01' },
    ]);
  for (const hidden of ['***', '####', '•••', 'xx', '?', '…'])
    expect(problem('date,debit,credit', `2026-03-01,${hidden},300.00`)).toContain('line 2, amount');
});

test('riyals have several names', () => {
  for (const name of ['SR', 'ر.س', 'ريال سعودي', 'Saudi Riyal'])
    expect(read('date,amount,currency', `2026-03-01,5.00,${name}`)).toMatchObject([
      { currency: 'SAR', refusal: null },
    ]);
});

test('the texts of several columns are joined', () => {
  const row = '2026-03-01,SARIE incoming,RF08HM100001,SARIE incoming,300.00';
  for (const notes of ['notes', 'Remarks', 'Additional info', 'ملاحظة', 'غرض التحويل'])
    expect(read(`date,description,${notes},details,amount`, row)).toMatchObject([
      { remittance: 'SARIE incoming RF08HM100001' },
    ]);
});

test('the day of the booking stands beside that of the transaction, which is the value day', () => {
  const row = '2026-03-01,2026-03-02,300.00';
  const days = [{ booked_on: '2026-03-02', value_date: '2026-03-01' }];
  expect(read('transaction date,posting date,amount', row)).toMatchObject(days);
  expect(
    read('date,value date,posting date,amount', '2026-02-27,2026-03-01,2026-03-02,5'),
  ).toMatchObject(days);
  expect(read('tran date,post date,amount', row)).toMatchObject(days);
  expect(read('تاريخ المعاملة,تاريخ الترحيل,مبلغ دائن,مبلغ مدين', `${row},`)).toMatchObject(days);
  expect(
    read('Date (H),Date (G),Dr Amount,Cr Amount (SR)', '12/06/1448,2026-03-01,,5.00'),
  ).toHaveLength(1);
  for (const name of ['date,transaction date', 'posting date,booking date'])
    expect(problem(`${name},amount`, row)).toContain('must be the only column of its kind');
});

test('whatever is written in the cells is read as it was written', () => {
  const text = fc.string({ unit: fc.constantFrom(...Array.from('ab ,;|"\t\n٣نé')), maxLength: 20 });
  const separator = fc.constantFrom(',', ';', '\t', '|');
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text), { minLength: 1 }), separator, (cells, by) => {
      const rows = cells.map(([name, said]) =>
        ['2026-03-01', '5.00', name, said].map(quoted).join(by),
      );
      const lines = read(['date', 'amount', 'payer', 'details'].join(by), ...rows);
      const plain = (cell: string) => cell.replace(/[\s\p{Cc}]+/gu, ' ').trim() || null;
      expect(lines.map((one) => [one.payer_name, one.remittance])).toEqual(
        cells.map((pair) => pair.map(plain)),
      );
    }),
  );
});

test('names in both languages, names of a further page, a note at the foot and spaces before quotes cost nothing', () => {
  const names = ['"Date / التاريخ", "Details / البيان"', '"Debit\nمدين"', 'Credit دائن'].join(',');
  const row = (text: string) => `2026-03-01, "${text}, RF08HM100001",,5.00`;
  const file = [names, row('a'), 'التاريخ,البيان,مدين,دائن', row('b'), 'Printed by a computer,,,'];
  expect(read(...file)).toMatchObject([
    { direction: 'credit', remittance: 'a, RF08HM100001' },
    { remittance: 'b, RF08HM100001' },
  ]);
  for (const name of ['Debit / دائن', 'المبلغ USD', 'Amount USD / المبلغ'])
    expect(problem(`${name},date`, '1,2026-03-01')).toContain('columns must be named');
});

test('a text under a movement belongs to it, and one that belongs to none is no movement', () => {
  const names = 'date,details,payer,debit,credit';
  const under = [',incoming,Trading,,', ',RF08HM,,,', ',100001,,,'];
  expect(
    read(names, '2026-03-01,SARIE,Najd,,300.00', ...under, '2026-03-02,fee,,5.00,'),
  ).toMatchObject([
    { remittance: 'SARIE incoming RF08HM 100001', payer_name: 'Najd Trading' },
    { remittance: 'fee' },
  ]);
  for (const other of [',SARIE,,,5.00', ',SARIE,,5.00,'])
    expect(problem(names, '2026-03-01,SARIE,Najd,,300.00', other)).toContain('line 3, date must');
  for (const before of [',first,,,', 'Total,,,,5.00', '2026-02-28,Opening balance,,,5.00'])
    expect(problem(names, before, ',text,,,', '2026-03-01,SARIE,,,300.00')).toContain('date must');
});

test('a column of days may hold the numbers by which a spreadsheet counts them', () => {
  const days = (...rows: string[]) =>
    bankStatementCsv(['date,value date,amount', ...rows].join('\n'), {
      today: '2026-12-01',
    }).lines.map((line) => [line.booked_on, line.value_date]);
  expect(days('46348,46349.75,5.00', '٤٦٣٤٩,-,5.00', 'Total,,10.00')).toEqual([
    ['2026-11-22', '2026-11-23'],
    ['2026-11-23', '2026-11-23'],
  ]);
  for (const rows of [
    ['46348,,5', '2026-11-22,,5'],
    ['44886,,5'],
    ['2026-11-22,46348,5', '2026-11-22,2026-11-22,5'],
  ])
    expect(() => days(...rows)).toThrow('must be a date');
});

test.each([
  ['Date/Time,Debit Amt,Credit Amt,Running Bal', '2026-03-01,,"1’500.00",1500.00'],
  ['تاريخ,Amount Out,Amount In,الرصيد', '2026-03-01,-,1 500.00 \uFDFC,***'],
  ['التاريخ والوقت,debit,credit,status', '2026-03-01 م,,1500.00,N/A'],
  ['Value Dt,date,amount,status', '2026-03-01,01/03/2026AD,1500.00,تمت'],
  ['date,currency,amount,status', '2026-03-01G,682,1500.00,-'],
  ['date,currency,debit,credit', '2026-03-01,\uFDFC,,1500.00'],
])('a file of the columns %s is read', (names, row) => {
  const above = names.startsWith('Value') ? ['Period 01/03/2026 to 31/03/2026'] : [];
  expect(read(...above, names, row)).toMatchObject([
    { amount: '1500.00', direction: 'credit', currency: 'SAR', booked_on: '2026-03-01' },
  ]);
});

test('separators within the cells do not pass for those between them', () => {
  const file = `date\tamount\tpayer\tdetails\n"2026-03-01"\t"5.00"\t";;;"\t";;;"`;
  expect(read(file)).toMatchObject([{ payer_name: ';;;', remittance: ';;;' }]);
});

test('no file makes it do anything but read it or name what is wrong', () => {
  const unit = fc.constantFrom(...Array.from('dateamount,;\n\r"12-/.٣ '));
  fc.assert(
    fc.property(fc.string({ unit }), (file) => {
      expect(problem('date,amount', file)).toMatch(/^read$|must/);
    }),
  );
});

test.each([
  'RETURNED INWARD TRANSFER',
  'Inward transfer return',
  'RVSL SARIE',
  'Cancellation of inward transfer',
  'مرتجع حوالة واردة',
  'إرجاع حوالة واردة',
  'ارجاع حوالة',
  'استرداد حوالة واردة',
  'إلغاء حوالة واردة',
  'قيد عكسى',
  'RTN INCOMING TRF',
  'REFUND TO SENDER',
  'Funds returned to remitter',
  'إعادة حوالة واردة',
  'اعاده تحويل',
  'حوالة مرتدة',
  'رد الحوالة',
])('a debit that says %s takes back what came in', (words) => {
  expect(read('Date,Amount,Details', `2026-03-01,-5.00,${words}`)).toMatchObject([
    { direction: 'debit', is_reversal: true },
  ]);
});

test.each([
  'Returnable deposit',
  'Government fee',
  'رسوم حوالة',
  'Return ticket Riyadh Jeddah',
  'Refund to customer 5567',
  'إعادة تعبئة',
])('a debit that says %s takes nothing back', (words) => {
  expect(read('Date,Amount,Details', `2026-03-01,-5.00,${words}`)).toMatchObject([
    { direction: 'debit', is_reversal: false },
  ]);
});

test.each([
  '22/11/2026, 10:15',
  '22/11/2026  10:15:33 PM',
  '20261122',
  '20261122 10:15',
  '20261122101533',
  '2026-11-22 10.15.33',
  '2026-11-22-10.15.33.123456',
  '22-NOV-26',
  '22NOV2026',
  '22nd Nov 2026',
  '2026-Nov-22',
  '22 نوفمبر ٢٠٢٦م',
  '٢٢/١١/٢٠٢٦ م',
  '22 / 11 / 2026',
  '22‑11‑2026',
  'Sun 22 Nov 2026',
  'Sunday, 22/11/2026 10:15',
  '22/11/2026 (Sun)',
  'الأحد 22/11/2026',
  'يوم الأحد، ٢٢ نوفمبر ٢٠٢٦',
])('%s is a day, perhaps with a time', (day) => {
  expect(read('Txn Date;Txn Amount', `${day};5.00`)).toMatchObject([{ booked_on: '2026-11-22' }]);
});

test('a time that says its offset is the day that it is in Riyadh', () => {
  expect(
    read('Date,Value Date,Amount', '2026-11-22T22:30:00Z,2026-11-22 22:30:00+0000,5.00'),
  ).toMatchObject([{ booked_on: '2026-11-23', value_date: '2026-11-23' }]);
});
