import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** A name or phrase that is out, and what is written instead. Names match whole: `useDesk` does not match `useDeskx`. */
type Replaced = Readonly<Record<string, string>>;

/** Out of code, comments and documents: docs/writing.md. Whoever renames something adds the old name. */
const replacedNames: Replaced = {
  'together(': 'createBatcher(',
  callAs: 'callFunctionAs',
  callOnceAs: 'callIdempotent',
  callOnceTogether: 'batchIdempotentCalls',
  openSlots: 'createLimiter',
  openSlotsEach: 'createKeyedLimiter',
  openByteBudget: 'createByteBudget',
  InSlot: 'RunLimited',
  startRounds: 'startPollingLoop',
  letThePoolGiveWay: 'thread-priority.ts',
  'sealed.ts': 'encryption.ts',
  unseal: 'decryptForRow',
  keepDashboards: 'dashboard-cache.ts',
  'kept-dashboards.ts': 'dashboard-cache.ts',
  'kept-dashboards.sql': 'dashboard-cache.sql',
  openShelf: 'dashboard-cache.ts',
  ticketActing: 'decide-ticket.ts',
  'act-on-ticket': 'decide-ticket.ts',
  '<Typed': '<UserText',
  '<Moment': '<DateTime',
  formatMoment: 'date-time.tsx',
  'ui/ledger.tsx': 'ui/sum-list.tsx',
  'ui/story.tsx': 'ui/event-timeline.tsx',
  useMoneyAction: 'useIdempotentMutation',
  useMoneyMutation: 'useIdempotentMutation',
  useIdempotencyKey: 'useIdempotentMutation',
  newIdempotencyKey: 'useIdempotentMutation',
  useAgencyAnswer: 'useTicketDecision',
  useTicketRequest: 'useNewTicketForm',
  'request-problem': 'ticket-form-errors.ts',
  'ticket-page-': 'web/src/tickets/page',
  useDesk: 'useConsoleQuery',
  useFilters: 'useUrlFilters',
  DeskSearch: 'list-search.tsx',
  DeskTable: 'DataTable',
  'desk-words': 'labels.ts',
  MoveDialog: 'ConfirmMutationDialog',
  TakeCsv: 'ExportCsvButton',
  TakeFile: 'download-document-button.tsx',
  'another-transfer': 'reason-to-record.tsx',
  JournalFigure: 'JournalAmount',
  useMade: 'use-mutation-on-mount.ts',
  keptSession: 'stored-session.ts',
  takeEarlyAnswer: 'prefetched-response.ts',
  rememberAskedScreen: 'return-to.ts',
  takeAskedScreen: 'return-to.ts',
  useLaterSlices: 'use-progressive-rendering.ts',
  onDatabase: 'run-with-database.ts',
  'start-refusals': 'startup-errors.ts',
  'pool-threads': 'thread-priority.ts',
  'platform/postgres': 'platform/database',
  'json-call': 'json-query.ts',
  'read-bank-statement-apart': 'parse-bank-statement-in-worker.ts',
  'document-slots': 'document-limiter.ts',
  'lives-of-money': 'server/scenarios/money.test.ts',
  'sql-twins': 'sql-matches-domain.test.ts',
  'hot-plans': 'query-plans.test.ts',
  LinkWish: 'LinkOptions',
  LinkOrder: 'LinkSettings',
  NotedSender: 'RequestSender',
  serveSender: 'runWithSender',
  forBearer: 'withBearerStatus',
  refuseKnown: 'throwRefusal',
  keepable: 'rejectUnstorable',
  sayLanguage: 'setLanguageHeaders',
  sayWhatIsWrong: 'configureValidationMessages',
  arabicOfField: 'arabicFieldMessage',
  'arabic-words': 'arabic-field-messages.ts',
  'validation-words': 'validation-messages.ts',
};

/** Out of the documents that are written anew: metaphors and inversions that a reader has to solve. */
const replacedPhrases: Replaced = {
  'first look': 'uncached read',
  'looks again': 'cached read',
  'kept dashboard': 'cached dashboard',
  'made together': 'batched',
  'answered as if': 'each gets its own result',
  'give way': 'have lower priority',
  'read anew': 'read again',
  'nobody waits': 'no request waits',
  'who asks': 'the caller',
};

/**
 * The change log tells history, migrations that have landed never change, and docs/writing.md shows the words that are out
 * beside their successors.
 */
const isExempt = (file: string): boolean =>
  /^(CHANGELOG\.md|docs\/writing\.md|checks\/writing\.test\.ts|server\/migrations\/.*)$/.test(file);

/** docs/rules.md and docs/glossary.md follow the code's own test names and columns. */
const isDocument = (file: string): boolean =>
  /^(README|CONTRIBUTING)\.md$|^docs\/.*\.md$/.test(file) &&
  !/^docs\/(rules|glossary)\.md$/.test(file);

/** Found without git, which the copies of `npm run test:faults` do not have. What is installed or built is left out. */
const files = [
  ...globSync('*.md'),
  ...globSync(
    '{api,bench,checks,docs,domain,e2e,faults,scripts,server,web}/**/*.{ts,tsx,mjs,sql,css,md,json,typ,po}',
    {
      exclude: [
        '**/node_modules/**',
        '**/dist/**',
        '**/build/{client,server}/**',
        '**/.react-router/**',
      ],
    },
  ),
].filter((file) => !isExempt(file));

/** Finds `text` where it is no part of a longer name; plurals of a phrase are found too. */
function wholeName(text: string): RegExp {
  const literal = text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const [before, after] = [/^\w/.test(text), /\w$/.test(text)];
  return new RegExp(
    `${before ? String.raw`(?<![\w.-])` : ''}${literal}${after ? String.raw`s?(?!\w)` : ''}`,
  );
}

function findReplaced(among: readonly string[], replaced: Replaced): string[] {
  const out = Object.entries(replaced).map(([old, now]) => ({ old, now, find: wholeName(old) }));
  return among.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const here = out.filter(({ old }) => text.includes(old));
    if (here.length === 0) return [];
    return text
      .split('\n')
      .flatMap((row, index) =>
        here
          .filter(({ find }) => find.test(row))
          .map(({ old, now }) => `${file}:${index + 1}: "${old}" is out, write "${now}"`),
      );
  });
}

test('no name that was replaced is left in code, comments or documents', () => {
  expect(files.length).toBeGreaterThan(1000);
  expect(findReplaced(files, replacedNames)).toEqual([]);
});

test('no phrase that was replaced is left in the documents', () => {
  const documents = files.filter(isDocument);
  expect(documents.length).toBeGreaterThan(40);
  expect(findReplaced(documents, replacedPhrases)).toEqual([]);
});
