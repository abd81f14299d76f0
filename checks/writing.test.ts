import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** A name or phrase that is out, and what is written instead. Names match whole: `useDesk` does not match `useDeskx`. */
type Replaced = Readonly<Record<string, string>>;

/** Out of code, comments and documents: docs/writing.md. Whoever renames something adds the old name. */
const replacedNames: Replaced = {
  callAs: 'callFunctionAs',
  callOnceAs: 'callIdempotent',
  openSlots: 'createLimiter',
  openSlotsEach: 'createKeyedLimiter',
  openByteBudget: 'createByteBudget',
  InSlot: 'RunLimited',
  startRounds: 'startPollingLoop',
  letThePoolGiveWay: 'thread-priority.ts',
  'sealed.ts': 'encryption.ts',
  unseal: 'decryptForRow',
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
  desk: 'console (screens) or staff (people)',
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
  useLaterSlices: 'use-after-drawing.ts',
  useProgressiveRendering: 'use-after-drawing.ts',
  onDatabase: 'run-with-database.ts',
  'start-refusals': 'startup-errors.ts',
  'pool-threads': 'thread-priority.ts',
  'platform/postgres': 'platform/database',
  'json-call': 'query.ts',
  'json-query': 'query.ts',
  JsonCall: 'query.ts',
  'read-bank-statement-apart': 'parse-bank-statement-in-worker.ts',
  'document-slots': 'document-limiter.ts',
  'odd-lives': 'odd-seeds.test.ts',
  'even-lives': 'even-seeds.test.ts',
  'money-model/life': 'money-model/simulation',
  'told-lines': 'earlier-statement-lines.ts',
  compareWithTold: 'compareWithEarlierLines',
  'story.test': 'finance-a-campaign.test.ts',
  withoutDisguise: 'withoutHiddenCharacters',
  tellingName: 'distinguishingName',
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
  'bench/world': 'bench/data-set',
  startWorld: 'startScreensFixture',
  makeWorld: 'makeFixture',
  openWorld: 'openDataSet',
  GrowthWorld: 'GrowthDataSet',
  'grown-call': 'measured-call.ts',
  keepsNothing: 'isCacheOff',
  askedAlone: 'cacheCheck',
  'kept-ratios': 'expected-ratios.json',
  heldAgainstGoals: 'compareWithGoals',
  besideSignIns: 'measureSignInInterference',
};

/** SQL functions that have another name. */
const replacedSqlFunctions: Replaced = {
  acceptance_obstacle_of: 'ticket_acceptance_obstacle',
  agency_role_lock: 'agency_role_lock_key',
  allocation_turn: 'allocation_rank',
  answer_payout_line: 'record_payout_line_result',
  answer_refund: 'record_refund_result',
  answer_transfer_report: 'match_report_to_payment',
  ask_for_approval: 'request_approval_by_staff',
  ask_for_factor_removal: 'request_factor_removal',
  ask_for_iban: 'request_iban',
  available_budget_of: 'company_available_budget',
  beat_job_workers: 'record_job_worker_beats',
  begin_factor: 'begin_factor_verification',
  being_verified_json: 'payments_being_verified_json',
  budget_of: 'company_budget',
  claim_again: 'repeat_unconfirmed_sign_up',
  claim_key: 'begin_idempotent',
  contest_links: 'mark_sign_up_links_contested',
  count_and_sum: 'count_and_sum_json',
  counted_waits: 'queue_count_limit',
  days_to_answer: 'refund_answer_days',
  desk_agency_json: 'console_agency_json',
  desk_company_json: 'console_company_json',
  doubt_taken_back: 'mark_reversed_credits_uncertain',
  due_state: 'installment_status',
  expected_for: 'payout_expected_within',
  expire_batch: 'expire_tickets_batch',
  field_problem: 'field_problem_json',
  filled_fields: 'non_empty_fields',
  finish_close: 'finish_day_close',
  finish_factor: 'finish_factor_verification',
  forget_files: 'delete_file_rows',
  forget_guesses: 'clear_password_failures',
  give_payment: 'assign_payment',
  good_link: 'find_valid_link',
  iban_pause_ends: 'iban_pause_ends_at',
  is_money_alike: 'has_possible_duplicate',
  is_payment_of_line: 'is_movement_of_payment',
  keep_proposals: 'store_proposals',
  keep_reply: 'store_idempotent_reply',
  known_device: 'known_device_id',
  latin_name_of: 'agency_latin_name',
  leave_job_workers: 'delete_job_workers',
  leaves_to_review: 'is_review_needed',
  left_out_json: 'left_out_payouts_json',
  line_before_reversal: 'line_of_reversed_payment',
  lines_of_attempt: 'other_lines_of_attempt',
  lines_told_before: 'lines_of_earlier_statements',
  list_page: 'list_page_json',
  money_turn: 'money_lock_key',
  move_and_record: 'move_ticket_and_record',
  name_platform: 'record_platform_identity',
  name_told_lines: 'set_payout_of_earlier_lines',
  named_company: 'find_named_company',
  new_email_waits: 'is_new_email_confirmed_first',
  next_series_number: 'take_series_number',
  note_device_of_session: 'set_device_of_session',
  note_lateness: 'update_lateness_stops',
  note_lateness_batch: 'update_lateness_stops_batch',
  note_sender: 'set_request_sender',
  operations_of: 'operations_of_actor',
  operations_waits: 'work_queue_json',
  order_documents: 'queue_documents',
  own_page: 'own_list_page_json',
  paid_up_on: 'paid_in_full_on',
  part_pattern: 'like_pattern',
  parties_found: 'find_parties',
  paused_tickets: 'tickets_without_reminders',
  payer_named: 'require_named_company',
  payer_of_payment: 'payment_payer',
  payments_alike: 'possible_duplicates',
  payout_attempts_named: 'find_named_payouts',
  payout_moved_on: 'payout_status_since',
  payout_page: 'payout_page_of_agency_json',
  portfolio_standing: 'portfolio_balances',
  preview_close: 'preview_day_close',
  quota_problem: 'quota_problem_json',
  read_factors_ended: 'dismiss_factors_ended',
  recalled_on: 'reversal_date',
  received_amounts: 'credits_that_may_reverse',
  record_approval: 'record_approval_event',
  refund_holding: 'refund_account',
  refunds_named: 'find_named_refunds',
  refuse_before_debt: 'refuse_payment_before_debt',
  reminder_on: 'reminder_for_day',
  reported_parts: 'reported_amounts',
  reports_alike: 'reports_of_similar_transfers_json',
  reports_being_checked: 'reports_being_checked_json',
  seconds_to_mail: 'seconds_until_mail_may_be_sent',
  seconds_to_mail_others: 'seconds_until_other_mail_may_be_sent',
  session_lives: 'is_session_valid',
  settle_credit: 'apply_bank_credit',
  settle_factor_removal: 'confirm_or_withdraw_factor_removal',
  settle_line: 'mark_line_confirmed',
  settle_payout_line: 'apply_bank_line_to_payout',
  settle_refund_line: 'apply_bank_line_to_refund',
  settle_reversal: 'apply_bank_reversal',
  settle_ticket: 'update_ticket_completion',
  spend_link: 'use_link',
  spend_links: 'end_links',
  staff_session_absolute: 'staff_session_max_age',
  staff_session_idle: 'staff_session_max_idle',
  start_over: 'reset_unproven_account',
  starts_over: 'is_account_reset_by_link',
  statement_before: 'previous_statement',
  story_kind: 'history_kind',
  sweep_security_events: 'delete_old_security_events',
  take_payout_back: 'record_returned_payout',
  take_refund_back: 'restore_refunded_amount',
  tell_of_factor_removal: 'send_factor_removal_notice',
  tell_of_sign_up: 'notify_account_owner',
  ticket_quota_problem: 'ticket_quota_problem_json',
  ticket_story_json: 'ticket_history_json',
  tickets_stopped_before: 'tickets_with_past_stop',
  told_companies: 'companies_already_notified',
  total_less_loss: 'budget_total_after_loss',
  unallocate: 'reverse_allocations',
  uncertain_now: 'reason_no_longer_certain',
  undone_by: 'reversing_events',
  undone_by_return: 'reversed_by_return',
  unproven_parts: 'unproven_payment_parts',
  unreminded: 'installments_to_remind',
  was_taken_back: 'has_settled_reversal_line',
  withdraw_iban_of: 'withdraw_iban_change_of_user',
  write_link: 'send_requested_link',
};

/** Out of the documents that are written anew: metaphors and inversions that a reader has to solve. */
const replacedPhrases: Replaced = {
  'made together': 'batched',
  'answered as if': 'each gets its own result',
  'give way': 'have lower priority',
  'read anew': 'read again',
  'nobody waits': 'no request waits',
  'who asks': 'the caller',
};

/** Out of what people read in English: the word list of docs/glossary.md. */
const replacedTexts: Replaced = {
  'below nought': 'a negative balance',
  'nothing moved': 'no activity',
  'paid and taken off': 'payments and adjustments',
  'is a plan': 'is planned',
  'what became of it': 'outcome',
  'leave it out': 'remove',
  'as on this device': 'same as this device',
  'second factor': 'two-step verification',
  'reason of the agency': "agency's reason",
  story: 'history',
  'e-mail': 'email',
  'stands here': 'appears here',
  'stand here': 'appear here',
  'by itself': 'automatically',
  'by themselves': 'automatically',
  'all the same': 'anyway',
  anew: 'again',
  'take away': 'turn off, remove',
  'taken back': 'reversed',
  'came back': 'was returned',
  'come back of': 'recovered',
  'asked for by': 'requested by',
  'counts until': 'valid until',
  'of it overdue': 'of which overdue',
  'of it vat': 'of which VAT',
  'file for the bank': 'bank file',
  'files for the bank': 'bank files',
  'file of refunds': 'refund file',
  'present state': 'current status',
  fingerprint: 'digest',
  'nothing waits': 'nothing is waiting',
  'is no valid': 'is not a valid',
};

/** The Arabic of "0% interest", which is written «بلا فوائد». */
const replacedArabic = /(?<!\p{L})[وب]*فوائد\s*(?:0|٠|صفر)/u;

/**
 * A word that addresses several people: «أنتم», «ميزانيتكم», «تسددون», «راسلونا», «شئتم». Public pages address one person;
 * legal pages and agreements keep the plural.
 */
const addressesSeveral =
  /(?<!\p{L})(?:[وفبلك]*أنتم|(?!(?:ال|لل)?(?:تحكم|محاكم|حكم)(?!\p{L}))[\p{L}\p{M}]+كم|[وفس]*ت(?!كون)[\p{L}\p{M}]+ون(?:ه|ها)?|(?![وف]?ي)[\p{L}\p{M}]{2,}(?:ؤوا|وا|ونا)|[\p{L}\p{M}]{2,}تم(?:وه|وها)?)(?!\p{L})/u;

/** Files whose texts are formal: terms and privacy policy. */
const legalSource = /src\/site\/(?:terms|privacy)\.tsx/;

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
  expect(findReplaced(files, { ...replacedNames, ...replacedSqlFunctions })).toEqual([]);
});

test('no phrase that was replaced is left in the documents', () => {
  const documents = files.filter(isDocument);
  expect(documents.length).toBeGreaterThan(30);
  expect(findReplaced(documents, replacedPhrases)).toEqual([]);
});

test('the documents have at most 27,000 words, and there are at most 25 decisions', () => {
  const documents = ['CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', ...globSync('docs/**/*.md')];
  const words = documents.flatMap((file) => readFileSync(file, 'utf8').match(/\S+/g) ?? []);
  expect(words.length).toBeGreaterThan(10_000);
  expect(words.length).toBeLessThanOrEqual(27_000);
  const decisions = globSync('docs/decisions/*.md');
  expect(decisions.length).toBeGreaterThan(10);
  expect(decisions.length).toBeLessThanOrEqual(25);
});

/** The messages of a PO file. */
function messagesOf(file: string): { id: string; text: string; isLegal: boolean }[] {
  return readFileSync(file, 'utf8')
    .split('\n\n')
    .map((entry) => ({
      id: /^msgid "(.+)"$/m.exec(entry)?.[1] ?? '',
      text: /^msgstr "(.+)"$/m.exec(entry)?.[1] ?? '',
      isLegal: legalSource.test(entry),
    }))
    .filter(({ id }) => id !== '');
}

/** What people read outside of the catalogues: mails, errors, the API's summaries, and the words of documents. */
const otherTexts = [
  'api/error-messages.ts',
  'api/operations.ts',
  'api/quota-messages.ts',
  'server/src/accounts/account-mail.ts',
  'server/src/accounts/account-refusal.ts',
  'server/src/accounts/passwords.ts',
  'server/src/documents/account-statement-words.ts',
  'server/src/notifications/money-mail.ts',
];

/** The literals of a file: sentences, without names and comments. */
const literalsOf = (file: string): string[] =>
  readFileSync(file, 'utf8')
    .replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')
    .match(/'(?:[^'\\\n]|\\.)*'|"[^"\n]*"|`[^`]*`/g) ?? [];

/** The English of documents: what stands between square brackets or quotation marks. */
const wordsOfDocument = (file: string): string[] =>
  readFileSync(file, 'utf8')
    .replaceAll(/\/\/.*$/gm, '')
    .match(/\[[^[\]]*\]|"[^"\n]*"/g) ?? [];

test('no English text that people read has a phrase that was replaced', () => {
  const read = [
    ...globSync('web/locales/en/*.po').flatMap((file) =>
      messagesOf(file).map(({ id }) => ({ file, text: id })),
    ),
    ...otherTexts.flatMap((file) => literalsOf(file).map((text) => ({ file, text }))),
    ...globSync('server/src/documents/*.typ').flatMap((file) =>
      wordsOfDocument(file).map((text) => ({ file, text })),
    ),
  ];
  expect(read.length).toBeGreaterThan(3000);
  const out = Object.entries(replacedTexts).map(([old, now]) => ({
    old,
    now,
    find: wholeName(old),
  }));
  const found = read.flatMap(({ file, text }) =>
    out
      .filter(({ find }) => find.test(text.toLowerCase()))
      .map(({ old, now }) => `${file}: "${text}": "${old}" is out, write "${now}"`),
  );
  expect(found).toEqual([]);
});

test('Arabic says that there is no interest, not that it is 0%', () => {
  const found = [
    ...globSync('web/locales/ar/*.po'),
    ...globSync('server/src/**/*.{ts,typ,sql}'),
  ].flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((row) => replacedArabic.test(row))
      .map((row) => `${file}: ${row}`),
  );
  expect(found, 'write «بلا فوائد»').toEqual([]);
});

test('public pages address one person in Arabic, legal pages several', () => {
  const messages = ['site', 'ui'].flatMap((name) => messagesOf(`web/locales/ar/${name}.po`));
  const found = messages.filter(({ text, isLegal }) => !isLegal && addressesSeveral.test(text));
  expect(found.map(({ text }) => text)).toEqual([]);
  expect(messages.some(({ text, isLegal }) => isLegal && addressesSeveral.test(text))).toBe(true);
});
