import { readCommandLine } from './command-line.ts';
import { onDatabase } from './run-with-database.ts';

readCommandLine({ usage: 'Usage: npm run migrate' });

/** `npm run migrate`: what a start does to the database, without serving; for a release in steps. */
await onDatabase(async () => {}, 'info', { renewsPasswords: true });
