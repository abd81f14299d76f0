import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { errorMessages } from '#api/error-messages.ts';
import {
  codesOfKind,
  reasonCodes,
  type ReasonAudience,
  type ReasonCode,
  type ReasonKind,
} from '#domain/credit/reason-codes.ts';

/** Each code has its sentences, its place in the docs, and is what SQL returns. */

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const codes = Object.keys(reasonCodes) as ReasonCode[];

/** Where the sentences of a kind stand for a reader, and the catalogue of their Arabic. */
const places: Record<
  Exclude<ReasonKind, 'refusal'>,
  Partial<Record<ReasonAudience, [string, string]>>
> = {
  hold: {
    company: ['web/src/tickets/page/payment-holds.tsx', 'tickets'],
    agency: ['web/src/tickets/page/payment-holds.tsx', 'tickets'],
    staff: ['web/src/operations/kit/labels.ts', 'operations'],
  },
  reduction: {
    company: ['web/src/budget/available-budget-card.tsx', 'budget'],
    staff: ['web/src/operations/kit/labels.ts', 'operations'],
  },
  // One sentence for both.
  limit: {
    company: ['web/src/credit/credit-words.ts', 'credit'],
    staff: ['web/src/credit/credit-words.ts', 'credit'],
  },
};

/** The sentences of a code in a file: one for each reader that has it there, of a limit one for all. */
const sentencesIn = (kind: ReasonKind, file: string, code: string): string[] => {
  const sentence =
    kind === 'limit'
      ? `^    ${code}: \\([^)]*\\) => \\{\\n.+\\n +return t\`(.+)\`;$`
      : `^  ${code}: msg\`(.+)\`,$`;
  return [...read(file).matchAll(new RegExp(sentence, 'gm'))].map(([, words]) =>
    words!.replaceAll('${', '{'),
  );
};

const arabicOf = (catalogue: string, english: string): string | undefined =>
  read(`web/locales/ar/${catalogue}.po`)
    .split('\n\n')
    .find((entry) => entry.includes(`msgid "${english}"\n`))
    ?.match(/^msgstr "(.+)"$/m)?.[1];

test('each hold, reduction and limit has a sentence in both languages for everybody whom it concerns', () => {
  for (const kind of ['hold', 'reduction', 'limit'] as const)
    for (const code of codesOfKind(kind))
      for (const audience of reasonCodes[code].concerns) {
        const [file, catalogue] = places[kind][audience]!;
        const readers = reasonCodes[code].concerns.filter((one) => places[kind][one]?.[0] === file);
        const sentences = sentencesIn(kind, file, code);
        const count = kind === 'limit' ? 1 : readers.length;
        expect([code, audience, sentences.length]).toEqual([code, audience, count]);
        for (const english of sentences)
          expect([english, arabicOf(catalogue, english)]).toEqual([
            english,
            expect.stringMatching(/[\u0600-\u06ff]/),
          ]);
      }
});

test('each refusal has a message in both languages', () => {
  for (const code of codesOfKind('refusal'))
    for (const language of ['en', 'ar'] as const)
      expect(errorMessages[language][code]).toMatch(/\S/);
});

test("an agency is told nothing of its company's affairs", () => {
  const own = /^(agency_suspended|iban_\w+|documents_not_accepted|acceptance_expired)$/;
  const told = codes.filter(
    (code) =>
      (reasonCodes[code].concerns as readonly ReasonAudience[]).includes('agency') &&
      !own.test(code),
  );
  expect(told).toEqual(['payment_in_review']);
  const text = read('web/src/tickets/page/payment-holds.tsx');
  const words = text.slice(text.indexOf('const forAgency'), text.indexOf('const holdWords'));
  expect(words).not.toMatch(/budget|overdue|owe|limit|share|loss|installment/i);
});

const bodyOf = (file: string, name: string): string => {
  const sql = read(file);
  const start = sql.indexOf(`create or replace function ${name}(`);
  return sql.slice(start, sql.indexOf('$$;', start) + 3);
};
const codesIn = (text: string, code: RegExp) => new Set([...text.matchAll(code)].map((m) => m[1]!));

test('requests are refused by the listed codes and by no other', () => {
  const inSql = codesIn(
    bodyOf('server/src/tickets/tickets.sql', 'check_ticket_request') +
      bodyOf('server/src/installments/lateness.sql', 'refuse_while_late'),
    /perform refuse(?:_field)?\('([a-z_]+)'/g,
  );
  const inDomain = codesIn(read('domain/tickets/ticket-request.ts'), /return '([a-z_]+)'/g);
  expect([...inSql.union(inDomain)].toSorted()).toEqual(codesOfKind('refusal').toSorted());
});

test('grades are limited and budgets reduced by the listed codes and by no other', () => {
  const scorecard = read('domain/credit/scorecard.ts');
  expect(
    codesIn(scorecard.slice(scorecard.indexOf('function limitsOf')), /reason_code: '(\w+)'/g),
  ).toEqual(new Set(codesOfKind('limit')));
  expect(codesIn(read('server/src/budget/budget.sql'), /'code', '([a-z_]+)'/g)).toEqual(
    new Set(codesOfKind('reduction')),
  );
});

test('SQL holds payouts by the listed codes and by no other', () => {
  const bodies = [
    bodyOf('server/src/payouts/payouts.sql', 'budget_obstacle'),
    bodyOf('server/src/payouts/payouts.sql', 'acceptance_obstacle'),
    bodyOf('server/src/payouts/payouts.sql', 'payout_obstacle_of_parties'),
    bodyOf('server/src/payouts/payouts.sql', 'overdue_obstacle'),
    bodyOf('server/src/payouts/payouts.sql', 'share_obstacle'),
    bodyOf('server/src/payouts/payouts.sql', 'limit_obstacle'),
    bodyOf('server/src/payouts/payouts.sql', 'ticket_holds_json'),
    bodyOf('server/src/profiles/iban-changes.sql', 'iban_obstacle'),
    bodyOf('server/src/servicing/payout-files.sql', 'payout_line_obstacle'),
  ].join('\n');
  const named = [...bodies.matchAll(/(?:then|else|select|min\(h\.place\),)\s+'([a-z_]+)'/g)];
  expect(new Set(named.map(([, code]) => code))).toEqual(new Set(codesOfKind('hold')));
});

test('the docs name each code once, in the row of its kinds and of those who are told', () => {
  const documented = read('docs/reason-codes.md')
    .split('\n')
    .filter((line) => /^\| .*`/.test(line))
    .flatMap((line) => {
      const [, kinds, told, names = ''] = line.split('|').map((cell) => cell.trim());
      return [...names.matchAll(/`(\w+)`/g)].map(([, code]) => `${code}: ${kinds}: ${told}`);
    });
  const expected = codes.map((code) => {
    const { kinds, concerns: told }: { kinds: readonly ReasonKind[]; concerns: readonly string[] } =
      reasonCodes[code];
    return `${code}: ${kinds.join(', ')}: ${told.join(', ')}`;
  });
  expect(documented.toSorted()).toEqual(expected.toSorted());
});
