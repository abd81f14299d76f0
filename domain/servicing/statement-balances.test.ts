import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bankStatementCsv, saysBalance } from './bank-statement-csv.ts';
import { isAccount } from './bank-statement-line.ts';
import { camt053, type XmlNode } from './camt-053.ts';
import { continuityOf, figureOf } from './statement-balances.ts';

const problemOf = (work: () => unknown) => {
  try {
    work();
    return 'read';
  } catch (error) {
    return (error as Error).message;
  }
};

describe('CSV', () => {
  const read = (...rows: string[]) => bankStatementCsv(rows.join('\n'));
  const head = 'Date,Amount,Details,Balance';

  test('the balance column says what the account held before the first row and after the last', () => {
    const { balances } = read(
      head,
      '2026-03-01,1000.00,a,"6,000.00"',
      '2026-03-02,-250.50,b,5749.50',
    );
    expect(balances).toEqual({ opening: 500_000, closing: 574_950 });
  });

  test('the newest row may stand first', () => {
    const { balances } = read(head, '2026-03-02,-250.50,b,5749.50', '2026-03-01,1000.00,a,6000.00');
    expect(balances).toEqual({ opening: 500_000, closing: 574_950 });
  });

  test('a row that does not follow from the one before is refused with the figures and its line', () => {
    expect(
      problemOf(() => read(head, '2026-03-01,1000.00,a,6000.00', '2026-03-02,3.00,b,9999.00')),
    ).toBe(
      'line 3, balance must add up: 6000.00 and 3.00 booked make 6003.00, and it says 9999.00',
    );
  });

  test('a row in another currency leaves those in riyals proven by the balance beside each row', () => {
    const rows = (last: string) => [
      'Date,Amount,Currency,Details,Balance',
      '2026-03-01,1000.00,SAR,a,6000.00',
      '2026-03-01,50.00,USD,b,6187.50',
      `2026-03-02,-250.50,SAR,c,${last}`,
    ];
    expect(read(...rows('5937.00')).balances).toEqual({ opening: 500_000, closing: 593_700 });
    expect(problemOf(() => read(...rows('5749.50')))).toBe(
      'line 4, balance must add up: 6187.50 and -250.50 booked make 5937.00, and it says 5749.50',
    );
  });

  test('without a balance beside each row, one in another currency proves nothing', () => {
    const { lines, balances } = read(
      'Date,Details,Credit,Debit,Currency',
      '2026-03-01,Opening balance,1000.00,,SAR',
      '2026-03-01,Transfer,50.00,,USD',
      '2026-03-01,Closing balance,1187.50,,SAR',
    );
    expect(lines.map(({ refusal }) => refusal)).toEqual(['currency']);
    expect(balances).toBeNull();
  });

  test('rows of an opening and a closing balance are no money, and must add up with the others', () => {
    const rows = (closing: string) => [
      'Date,Details,Credit,Debit',
      '2026-03-01,Opening balance,"1,000.00",',
      '2026-03-01,Transfer,103.00,',
      `2026-03-01,Closing balance,${closing},`,
    ];
    const { lines, balances } = read(...rows('1103.00'));
    expect(lines.map(({ amount }) => amount)).toEqual(['103.00']);
    expect(balances).toEqual({ opening: 100_000, closing: 110_300 });
    expect(problemOf(() => read(...rows('9999.00')))).toBe(
      'balance must add up: 1000.00 and 103.00 booked make 1103.00, and it says 9999.00',
    );
  });

  test('a payer who calls a transfer an opening balance still pays', () => {
    const { lines } = read(
      'Date,Amount,Payer,Details',
      '2026-03-01,50.00,Najd Coffee,Opening balance',
      '2026-03-01,60.00,Najd Coffee,x',
    );
    expect(lines.map(({ amount }) => amount)).toEqual(['50.00', '60.00']);
  });

  test('pending lines are not part of the sum', () => {
    const { balances } = read(
      'Date,Amount,Status,Balance',
      '2026-03-01,100.00,booked,600.00',
      '2026-03-01,70.00,pending,',
      '2026-03-02,1.00,booked,601.00',
    );
    expect(balances).toEqual({ opening: 50_000, closing: 60_100 });
  });

  test('a file without balances is read without', () => {
    expect(read('Date,Amount', '2026-03-01,100.00').balances).toBeNull();
  });

  test('1.000 is neither one riyal nor a thousand', () => {
    expect(problemOf(() => read('Date,Amount', '2026-03-01,1.000'))).toBe(
      'line 2, amount must be an amount above 0, such as 1,500.00',
    );
    expect(problemOf(() => read('Date,Credit,Debit', '2026-03-01,1.000,'))).toBe(
      'line 2, amount must be an amount above 0, such as 1,500.00',
    );
  });

  test('the title may name the account, by its IBAN or its number, and names one', () => {
    const named = (...titles: string[]) =>
      read(...titles.map((title) => `${title},,`), 'Date,Amount,Details', '2026-03-01,1.00,x')
        .account;
    expect(named('Account: SA44 2000 0001 2345 6789 1234')).toBe('SA4420000001234567891234');
    expect(named('Account number 1234567891234')).toBe('1234567891234');
    expect(named('Statement of account')).toBeNull();
    expect(named('Statement for account 608010167519')).toBe('608010167519');
    expect(named('كشف حساب ٦٠٨٠١٠١٦٧٥١٩')).toBe('608010167519');
    expect(named('Statement of account 20261101 - 20261130')).toBeNull();
    expect(problemOf(() => named('SA4420000001234567891234', 'SA0380000000608010167519'))).toBe(
      'account must be one account',
    );
  });

  test('the days of a title are no account, nor what stands in other cells', () => {
    const named = (...cells: string[]) =>
      read(cells.join(';'), 'Date;Amount;Details;x', '2026-03-01;1.00;x;').account;
    expect(named('Statement of Account 01-11-2026 to 30-11-2026', '', '', '')).toBeNull();
    expect(named('Statement of account: 01-11-2026 - 30-11-2026', '', '', '')).toBeNull();
    expect(named('كشف الحساب 01-11-2026 - 30-11-2026', '', '', '')).toBeNull();
    expect(named('Account No', '608010167519', '01-11-2026', '30-11-2026')).toBe('608010167519');
    expect(named('رقم الحساب', '608010167519', '', '')).toBe('608010167519');
  });

  test.each([
    ['BALANCE B/F', '1000.00', '1000.00', ''],
    ['Bal B/F', '', '1000.00', ''],
    ['Opening balance as of 01 Nov', '1000.00', '1000.00', '-'],
    ['الرصيد المرحل', '', '1000.00', ''],
    ['رصيد أول المدة', '1000.00', '1000.00', '0'],
  ])('a first row that says %s is a balance and no money', (words, amount, balance, reference) => {
    const { lines, balances } = read(
      'Date,Amount,Details,Balance,Reference',
      `2026-11-01,${amount},${words},${balance},${reference}`,
      '2026-11-02,103.00,x,1103.00,FT1',
    );
    expect(lines.map((one) => one.amount)).toEqual(['103.00']);
    expect(balances).toEqual({ opening: 100_000, closing: 110_300 });
  });

  test('a balance that is carried from one page to the next is no money', () => {
    const { lines } = read(
      'Date,Credit,Debit,Details',
      '2026-11-01,10.00,,a',
      '2026-11-01,510.00,,Balance brought forward',
      '2026-11-02,20.00,,b',
    );
    expect(lines.map((one) => one.amount)).toEqual(['10.00', '20.00']);
  });

  test('where one month ends and the next begins in a file its balances are no money', () => {
    const { lines } = read(
      'Date,Credit,Debit,Details',
      '2026-10-31,10.00,,a',
      '2026-10-31,510.00,,Closing balance',
      '2026-11-01,510.00,,Opening balance',
      '2026-11-02,20.00,,b',
    );
    expect(lines.map((one) => one.amount)).toEqual(['10.00', '20.00']);
    const arabic = read(
      'التاريخ,المبلغ,البيان',
      '2026-11-02,20.00,حوالة',
      '2026-11-01,510.00,الرصيد الافتتاحي',
      '2026-10-31,510.00,الرصيد الختامي',
      '2026-10-31,10.00,حوالة',
    );
    expect(arabic.lines.map((one) => one.amount)).toEqual(['20.00', '10.00']);
  });

  test('a row among others that calls itself a balance and follows from none is refused', () => {
    const rows = (details: string) => [
      'Date,Credit,Debit,Details',
      '2026-11-01,10.00,,a',
      `2026-11-01,510.00,,${details}`,
      '2026-11-02,20.00,,b',
    ];
    expect(problemOf(() => read(...rows('Opening balance')))).toBe(
      'line 3, balance must stand at the beginning or the end, or be a movement',
    );
    expect(read(...rows('Closing balance of invoice 7 by Najd')).lines).toHaveLength(3);
  });

  const asAt = (...rows: string[]) => {
    const { lines } = read('Date,Credit,Debit,Details,Reference,Payer,Balance', ...rows);
    return lines.map((one) => `${one.amount} ${one.remittance}`);
  };
  const credit = (date: string, amount: string, balance: string) =>
    `2026-10-${date},${amount},,x,,,${balance}`;

  test.each([
    ['between others', '2026-10-30,110.00,,Balance as at 30/10/2026,,,'],
    ['with the balance beside it', '2026-10-30,50.00,,Account balance on 30/10/2026,,,110.00'],
    ['in Arabic', '2026-10-30,110.00,,الرصيد كما في ٣٠/١٠/٢٠٢٦,,,'],
    ['of the account in Arabic', '2026-10-30,110.00,,رصيد الحساب بتاريخ 30/10/2026,,,110.00'],
    ['of an opening', '2026-10-30,110.00,,Opening balance,,,110.00'],
  ])('a balance as at a day is no money where the balances show no movement: %s', (_, row) => {
    const rows = [credit('29', '10.00', '110.00'), row, credit('31', '5.00', '115.00')];
    expect(asAt(...rows)).toEqual(['10.00 x', '5.00 x']);
    expect(asAt(...rows.toReversed())).toEqual(['5.00 x', '10.00 x']);
  });

  test('a balance as at a day is no money where it is that of the first or last row', () => {
    const rows = [credit('29', '10.00', '110.00'), credit('31', '5.00', '115.00')];
    for (const said of ['2026-10-31', 'Balance as at 31/10/2026', '']) {
      const row = `${said},115.00,,Balance as at 31/10/2026,,,`;
      for (const file of [
        [row, ...rows],
        [...rows, row],
        [row, ...rows.toReversed()],
      ])
        expect(asAt(...file)).toHaveLength(2);
    }
    const bare = ['2026-10-01,100.00,,Balance as at 01/10/2026,,,', credit('29', '10.00', '')];
    expect(asAt(...bare, '2026-10-31,110.00,,رصيد كما في 31/10/2026,,,')).toEqual(['10.00 x']);
  });

  test.each([
    ['the balances stand elsewhere', '2026-10-31,12345.00,,Balance as at 31/10/2026,,,'],
    ['another balance stands', '2026-10-31,12345.00,,Balance as at 31/10/2026,,,12455.00'],
    ['it names a reference', '2026-10-31,110.00,,Balance as at 31/10/2026,FT26304,,'],
    ['it names a payer', '2026-10-31,110.00,,Balance as at 31/10/2026,,Najd Coffee,'],
    ['it is the closing balance of something', '2026-10-31,7.00,,Closing balance of x,FT1,,117.00'],
  ])('a row that says a balance is a line that says so, where %s', (_, row) => {
    const [first, said = ''] = asAt(credit('29', '10.00', '110.00'), row);
    expect(first).toBe('10.00 x');
    expect(saysBalance(said.replace(/^\S+ /u, ''))).toBe(true);
  });

  test('the words of a balance in a column without a known name are told with the line', () => {
    const { lines } = read(
      'Date,Amount,Entry,Details',
      '2026-10-30,5.00,Transfer,a',
      '2026-10-31,12345.00,Balance as at 31/10/2026,Branch 12',
    );
    expect(lines[1]?.remittance).toBe('Balance as at 31/10/2026 Branch 12');
  });

  test('a column may name the account', () => {
    const named = (...accounts: string[]) =>
      read(
        'Account Number,Date,Amount,Details',
        ...accounts.map((account) => `${account},2026-03-01,1.00,x`),
      ).account;
    expect(named('SA44 2000 0001 2345 6789 1234', '')).toBe('SA4420000001234567891234');
    expect(read('رقم الحساب;التاريخ;المبلغ', '٦٠٨٠١٠١٦٧٥١٩;2026-03-01;1.00').account).toBe(
      '608010167519',
    );
    const titled = (title: string) =>
      read(`${title},,,`, 'Account Number,Date,Amount,Details', '1234567891234,2026-03-01,1.00,x');
    expect(titled('Account: SA44 2000 0001 2345 6789 1234').account).toBe(
      'SA4420000001234567891234',
    );
  });

  test('rows of several accounts name each, and a credit the one that it went to', () => {
    const file = read(
      'Account: SA0380000000608010167519,,,,',
      'Account Number,Date,Amount,Details,Virtual Account',
      'SA0380000000608010167519,2026-03-01,1.00,a,',
      '608010167519,2026-03-01,2.00,b,SA94 8000 0000 0000 0000 0001',
      'SA9480000000000000000001,2026-03-01,-3.00,c,',
    );
    expect(file.account).toBeNull();
    expect(file.accounts).toEqual(['SA0380000000608010167519', 'SA9480000000000000000001']);
    expect(file.lines.map(({ credited_account }) => credited_account)).toEqual([
      'SA0380000000608010167519',
      'SA9480000000000000000001',
      null,
    ]);
  });

  test('a transfer that calls itself a total, or whose payer does, is money', () => {
    const { lines } = read(
      'Date,Amount,Details,Payer',
      '2026-11-19,5.00,x,',
      '2026-11-20,1150.00,Invoice 5,Total',
      '2026-11-20,20.00,Total,',
      ',1175.00,Total,',
    );
    expect(lines.map((one) => one.amount)).toEqual(['5.00', '1150.00', '20.00']);
  });

  test('the sums of a day are no movements, and are counted', () => {
    const { lines, zero_amount_count } = read(
      'Date,Details,Payer,Debit,Credit',
      '22/11/2026,Invoice,Total Energies,,4000.00',
      '22/11/2026,Total credits,,,4000.00',
      '22/11/2026,مجموع عمليات اليوم,,0.00,4000.00',
      '22/11/2026,Total,,25.00,4000.00',
      ',22/11/2026 Total credits SAR,,,"4,000.00"',
      '22/11/2026 Daily total 4000.00,,,,',
      '23/11/2026,Total Energies,,,5.00',
      '23/11/2026,Total,,,6.00',
      ',,,25.00,4011.00',
      'Number of credits,3,,,',
    );
    expect(lines.map((one) => one.amount)).toEqual(['4000.00', '5.00', '6.00']);
    expect(zero_amount_count).toBe(3);
    const closed = ['2026-11-22,5.00,x,', 'Closing balance,,,6.00'];
    expect(() => read(head, '2026-11-21,,Opening balance,0.00', ...closed)).toThrow('must add up');
  });

  test('rows whose days go on are not read backwards until their balances fit', () => {
    expect(
      problemOf(() => read(head, '2026-03-01,10.00,a,1100.00', '2026-03-02,10.00,b,1090.00')),
    ).toContain('line 3, balance must add up: 1100.00 and 10.00 booked make 1110.00');
  });

  test('the oldest day may stand first, and the newest row of each day', () => {
    const { balances } = read(
      head,
      '2026-11-01,100.00,c,100.00',
      '2026-11-02,5.00,b,115.00',
      '2026-11-02,10.00,a,110.00',
    );
    expect(balances).toEqual({ opening: 0, closing: 11_500 });
  });

  test('the newest day may stand first, in its own order', () => {
    const { balances } = read(
      head,
      '2026-11-02,10.00,a,110.00',
      '2026-11-02,5.00,b,115.00',
      '2026-11-01,100.00,c,100.00',
    );
    expect(balances).toEqual({ opening: 0, closing: 11_500 });
  });

  test.each([
    ['1500.00 CR\u200F', 150_000],
    ['CR 1500.00', 150_000],
    ['1500.00 D', -150_000],
    ['DR 1500.00', -150_000],
    ['1500.00 مدين', -150_000],
  ])('a balance of %j is read', (said, halalas) => {
    const { balances } = read(head, `2026-11-01,0.01,a,${said}`, '2026-11-02,1.00,b,-');
    expect(balances).toBeNull();
    const two = read(
      head,
      `2026-11-01,0.01,a,${said}`,
      `2026-11-02,0.01,b,${figureOf(halalas + 1)}`,
    );
    expect(two.balances).toEqual({ opening: halalas - 1, closing: halalas + 1 });
  });

  test('one balance alone verifies nothing', () => {
    expect(read(head, '2026-11-01,10.00,a,110.00', '2026-11-02,5.00,b,N/A').balances).toBeNull();
  });

  test('rows that follow from each other are read in either order, and one altered balance is refused', () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 1_000_000 }), {
      minLength: 2,
      maxLength: 12,
    });
    fc.assert(
      fc.property(
        amounts,
        fc.integer({ min: -1_000_000, max: 1_000_000 }),
        fc.boolean(),
        fc.nat(),
        (moved, opening, isNewestFirst, at) => {
          let stands = opening;
          const rows = moved.map((halalas, n) => {
            const by = n % 3 === 2 ? -halalas : halalas;
            stands += by;
            const day = String(n + 1).padStart(2, '0');
            return { day: `2026-03-${day}`, by, stands };
          });
          const file = (altered: number | null) => {
            const said = rows.map(({ day, by, stands: balance }, n) =>
              [day, figureOf(by), 'x', figureOf(n === altered ? balance + 1 : balance)].join(','),
            );
            return [head, ...(isNewestFirst ? said.toReversed() : said)];
          };
          expect(read(...file(null)).balances).toEqual({ opening, closing: stands });
          expect(problemOf(() => read(...file(at % rows.length)))).toContain('must add up');
        },
      ),
    );
  });
});

describe('camt.053', () => {
  test('a pending line in another currency does not prevent the comparison of balances', () => {
    const foreign = entry('10.00', {
      Amt: { '#text': '10.00', '@_Ccy': 'USD' },
      Sts: { Cd: 'PDNG' },
    });
    const balances = [balance('OPBD', '1000.00'), balance('CLBD', '9999.00')];
    expect(problemOf(() => read(statement([entry('103.00'), foreign], balances)))).toContain(
      'must add up',
    );
  });

  const amount = (figure: string) => ({ '#text': figure, '@_Ccy': 'SAR' });
  const balance = (code: string, figure: string, indicator = 'CRDT'): XmlNode => ({
    Tp: { CdOrPrtry: { Cd: code } },
    Amt: amount(figure),
    CdtDbtInd: indicator,
  });
  const entry = (figure: string, more: Record<string, XmlNode | XmlNode[]> = {}): XmlNode => ({
    Amt: amount(figure),
    CdtDbtInd: 'CRDT',
    Sts: 'BOOK',
    BookgDt: { Dt: '2026-03-01' },
    ...more,
  });
  const detail = (figure: string, indicator?: string): XmlNode => ({
    Amt: amount(figure),
    ...(indicator && { CdtDbtInd: indicator }),
  });
  const statement = (entries: XmlNode[], balances: XmlNode[], id: XmlNode = {}): XmlNode => ({
    Acct: { Id: id },
    Bal: balances,
    Ntry: entries,
  });
  const read = (...statements: XmlNode[]) =>
    camt053({ Document: { BkToCstmrStmt: { Stmt: statements } } });

  test('the opening balance and what was booked come to the closing balance', () => {
    const entries = [
      entry('103.00'),
      entry('3.50', { CdtDbtInd: 'DBIT' }),
      entry('70.00', { Sts: { Cd: 'PDNG' } }),
    ];
    const { balances } = read(
      statement(entries, [balance('OPBD', '1000.00'), balance('CLBD', '1099.50')]),
    );
    expect(balances).toEqual({ opening: 100_000, closing: 109_950 });
    expect(
      problemOf(() =>
        read(
          statement([entry('103.00')], [balance('OPBD', '1000.00'), balance('CLBD', '9999.00')]),
        ),
      ),
    ).toBe('balance must add up: 1000.00 and 103.00 booked make 1103.00, and it says 9999.00');
  });

  test('a day without entries is a statement, whose balances are the same', () => {
    const day = (closing: string) => [
      statement([], [balance('OPBD', '1000.00'), balance('CLBD', closing)]),
    ];
    expect(read(...day('1000.00'))).toMatchObject({
      lines: [],
      balances: { opening: 100_000, closing: 100_000 },
    });
    expect(problemOf(() => read(...day('1103.00')))).toContain('must add up');
  });

  test('a balance may be owed, and the closing balance of the day before opens', () => {
    const { balances } = read(
      statement(
        [entry('10.00')],
        [balance('PRCD', '25.00', 'DBIT'), balance('CLBD', '15.00', 'DBIT')],
      ),
    );
    expect(balances).toEqual({ opening: -2500, closing: -1500 });
  });

  test('without one of the two, or in another currency, nothing is verified', () => {
    expect(read(statement([entry('1.00')], [balance('CLBD', '2.00')])).balances).toBeNull();
    expect(read(statement([entry('1.00')], [])).balances).toBeNull();
    const inDollars = { ...(entry('1.00') as object), Amt: { '#text': '1.00', '@_Ccy': 'USD' } };
    expect(
      read(statement([inDollars], [balance('OPBD', '2.00'), balance('CLBD', '2.00')])).balances,
    ).toBeNull();
  });

  test('a statement in pages adds up from its first page to its last', () => {
    const pages = (closing: string) => [
      statement([entry('50.00')], [balance('OPBD', '1000.00'), balance('ITBD', '1050.00')]),
      statement([entry('3.00')], [balance('ITBD', '1050.00'), balance('ITBD', '1053.00')]),
      statement([entry('50.00')], [balance('ITBD', '1053.00'), balance('CLBD', closing)]),
    ];
    expect(read(...pages('1103.00')).balances).toEqual({ opening: 100_000, closing: 110_300 });
    expect(problemOf(() => read(...pages('9999.00')))).toContain('must add up');
  });

  test('the statements of a file follow each other, in either order', () => {
    const first = statement([entry('5.00')], [balance('OPBD', '10.00'), balance('CLBD', '15.00')]);
    const next = statement([entry('2.00')], [balance('OPBD', '15.00'), balance('CLBD', '17.00')]);
    const later = statement([entry('2.00')], [balance('OPBD', '16.00'), balance('CLBD', '18.00')]);
    for (const both of [
      [first, next],
      [next, first],
    ])
      expect(read(...both).balances).toEqual({ opening: 1000, closing: 1700 });
    expect(problemOf(() => read(first, later))).toBe(
      'Bal must follow: one statement ends with 15.00, and the next begins with 16.00',
    );
  });

  test('an entry whose details say another direction is refused, and one that nets both is told by its parts', () => {
    const parts = (...details: XmlNode[]) => ({ NtryDtls: { TxDtls: details } });
    const refused = 'line 1, NtryDtls must add up to the amount of its entry';
    for (const details of [
      [detail('100.00', 'DBIT')],
      [detail('60.00', 'DBIT'), detail('40.00', 'DBIT')],
    ])
      expect(problemOf(() => read(statement([entry('100.00', parts(...details))], [])))).toBe(
        refused,
      );
    const netted = entry('100.00', parts(detail('120.00', 'CRDT'), detail('20.00', 'DBIT')));
    expect(
      read(statement([netted], [])).lines.map((line) => [line.direction, line.amount]),
    ).toEqual([
      ['credit', '120.00'],
      ['debit', '20.00'],
    ]);
  });

  test('the account may have a number of the bank’s own', () => {
    const { account } = read(
      statement([entry('1.00')], [], { Othr: { Id: '0001-2345 6789 1234' } }),
    );
    expect(account).toBe('0001234567891234');
  });
});

test('a name is that of our account where it is its IBAN or the number within it', () => {
  const iban = 'SA4420000001234567891234';
  for (const name of [iban, '1234567891234', '0001234567891234'])
    expect([name, isAccount(name, iban)]).toEqual([name, true]);
  for (const name of ['SA0380000000608010167519', '9999567891234', '67891234', '891234', ''])
    expect([name, isAccount(name, iban)]).toEqual([name, false]);
});

test('a statement follows the one before, overlaps it, leaves a gap or breaks', () => {
  const before = { to_date: '2026-03-10', closing: 500 };
  const of = (from_date: string, opening: number) => continuityOf({ from_date, opening }, before);
  expect(continuityOf({ from_date: '2026-03-11', opening: 1 }, null)).toBe('first');
  expect(of('2026-03-11', 500)).toBe('follows');
  expect(of('2026-03-20', 500)).toBe('follows');
  expect(of('2026-03-10', 500)).toBe('follows');
  expect(of('2026-03-10', 501)).toBe('overlap');
  expect(of('2026-03-09', 500)).toBe('overlap');
  expect(of('2026-03-11', 501)).toBe('break');
  expect(of('2026-03-12', 501)).toBe('gap');
});
