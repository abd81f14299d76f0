import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { codesOfKind } from '#domain/credit/reason-codes.ts';

const read = (path: string) => readFileSync(path, 'utf8');

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
    bodyOf('server/src/payouts/payouts.sql', 'bank_line_obstacle'),
    bodyOf('server/src/payouts/payouts.sql', 'overdue_obstacle'),
    bodyOf('server/src/payouts/payouts.sql', 'share_obstacle_after'),
    bodyOf('server/src/payouts/payouts.sql', 'limit_obstacle'),
    bodyOf('server/src/payouts/payouts.sql', 'ticket_holds_json'),
    bodyOf('server/src/profiles/iban-changes.sql', 'iban_obstacle'),
    bodyOf('server/src/servicing/payout-files.sql', 'payout_line_obstacle'),
  ].join('\n');
  const named = [...bodies.matchAll(/(?:then|else|select|min\(h\.place\),)\s+'([a-z_]+)'/g)];
  expect(new Set(named.map(([, code]) => code))).toEqual(new Set(codesOfKind('hold')));
});
