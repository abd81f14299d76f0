import type { Fault } from '../fault.ts';

const scenario = 'server/scenarios/credit-bureau.test.ts';
const sql = 'server/src/credit/bureau.sql';

/** What a credit bureau is asked, and what is left of its answer. */
export const bureau: Fault[] = [
  {
    id: 'bureau-score-after-withdrawal',
    file: sql,
    search: '    new.score := null;\n    new.max_score := null;\n',
    replace: '',
    test: scenario,
    breaks: 'A consent cannot be withdrawn once the bureau has answered.',
  },
  {
    id: 'bureau-consent-stands-again',
    file: sql,
    search: 'if old.withdrawn_at is not null then',
    replace: 'if false then',
    test: scenario,
    breaks: 'A withdrawn consent stands again.',
  },
  {
    id: 'bureau-asked-after-withdrawal',
    file: sql,
    search: 'where c.id = p_consent_id and c.withdrawn_at is null and c.answered_at is null',
    replace: 'where c.id = p_consent_id and c.answered_at is null',
    test: scenario,
    breaks: 'A bureau is asked about a company that has withdrawn its consent.',
  },
  {
    id: 'bureau-failure-not-told',
    file: 'server/src/credit/ask-bureau.ts',
    search: '        await record(null);\n        throw error;',
    replace: '        throw error;',
    test: scenario,
    breaks: 'A company waits for a score and is not told that the bureau does not answer.',
  },
  {
    id: 'bureau-failure-not-retried',
    file: 'server/src/credit/ask-bureau.ts',
    search: '        await record(null);\n        throw error;',
    replace: '        await record(null);',
    test: scenario,
    breaks: 'A bureau that did not answer once is never asked again.',
  },
  {
    id: 'sandbox-behind-https',
    file: 'server/src/platform/config/settings.ts',
    search: "siteUrl === undefined ? !trustProxy : !siteUrl.startsWith('https:')",
    replace: 'siteUrl === undefined || !trustProxy',
    test: 'server/src/platform/config/settings.test.ts',
    breaks: 'Real companies read invented scores.',
  },
];
