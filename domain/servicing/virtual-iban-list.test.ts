import { expect, test } from 'vitest';
import { BankFileProblem } from './bank-statement-line.ts';
import { MAX_VIRTUAL_IBANS, virtualIbanList } from './virtual-iban-list.ts';

const own = 'SA0380000000608010167519';
const first = 'SA9480000000000000000001';
const second = 'SA6780000000000000000002';

const read = (...lines: string[]) => virtualIbanList(lines.join('\r\n'), own);
const problemOf = (...lines: string[]) => {
  try {
    read(...lines);
    return null;
  } catch (error) {
    if (error instanceof BankFileProblem) return error.message;
    throw error;
  }
};

test('a list may be one column of IBANs, with or without a heading', () => {
  const listed = [
    { line: 1, iban: first },
    { line: 2, iban: second },
  ];
  expect(read(first, second)).toEqual(listed);
  expect(read(`\uFEFF${first}`, '', `"${second}"`)).toEqual([listed[0], { line: 3, iban: second }]);
  expect(read('IBAN', first)).toEqual([{ line: 2, iban: first }]);
});

test('among several columns the one named IBAN is read, in English or Arabic', () => {
  const listed = [{ line: 2, iban: first }];
  expect(read('No,Virtual IBAN,Created', `1,${first},2026-03-01`)).toEqual(listed);
  expect(read('م;الآيبان الافتراضي', `1;sa94 8000 0000 0000 0000 0001`)).toEqual(listed);
  expect(read('م\tرقم الآيبان', `1\tSA٩٤٨٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠١`)).toEqual(listed);
  expect(problemOf('No,Number', `1,${first}`)).toBe(
    'line 1, columns must be named: one of them IBAN',
  );
});

test('a list is refused with the line and what to do about it', () => {
  expect(problemOf(first, 'SA5780000000000000000002')).toBe(
    'line 2, iban must be a Saudi IBAN whose check digits fit: SA and 22 digits',
  );
  expect(problemOf(first, 'GB29NWBK60161331926819')).toContain('line 2, iban must be a Saudi IBAN');
  expect(problemOf('SA4420000001234567891234')).toBe(
    'line 1, iban must be of our bank (80), not of bank 20',
  );
  expect(problemOf(first, own)).toBe('line 2, iban must not be our own account: take it out');
  expect(problemOf(first, second, first)).toBe(
    'line 3, iban must stand once: take it out here or in line 1',
  );
  expect(problemOf('')).toBe('iban must stand in the file');
  expect(problemOf('IBAN')).toBe('iban must stand in the file');
  expect(problemOf(...Array<string>(MAX_VIRTUAL_IBANS + 1).fill(first))).toBe(
    `rows must not pass ${MAX_VIRTUAL_IBANS}`,
  );
});
