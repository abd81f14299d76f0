import { globSync, readFileSync } from 'node:fs';

/**
 * Which tests get a second try. A busy machine may starve a test once, so most have one. A test of what happens at the same
 * time, or of what is killed, cut off or stopped, has none: such a fault shows only now and then, and a second try hides it.
 */

const marks = [
  /\bat[ -]once\b|\bin any order\b|\brac(?:e|es|ing)\b|\bside by side\b/i,
  // Statements and requests that are under way together, and who waits for whom.
  /Promise\.(?:all|allSettled|race|any)\(|\block table\b|\bfor (?:no key )?update\b|testing\/waiting\.ts|wait_event|pg_locks|advisory_lock/i,
  // What is killed, cut off or stopped.
  /\bSIG(?:KILL|TERM|INT|STOP|QUIT)\b|\.kill\(|pg_terminate_backend|pg_cancel_backend|\.destroy\(|\.abort\(|setOffline|\bconnection (?:is|was) (?:cut|lost)\b|\blost[ -]connection|\bgiven up\b|\babandoned\b/,
];

/**
 * Whether a test file is one of races or of reliability, by its name and its text.
 * @param file relative to the repository
 */
export const hasNoSecondTry = (file: string, text = readFileSync(file, 'utf8')): boolean =>
  marks.some((mark) => mark.test(file) || mark.test(text));

/** The test files of a folder that have no second try. */
export const withoutSecondTry = (folder: string): string[] =>
  globSync(`${folder}/**/*.test.ts`).filter((file) => hasNoSecondTry(file));
