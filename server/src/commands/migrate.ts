import { readCommandLine } from './command-line.ts';
import { runWithDatabase } from './run-with-database.ts';

readCommandLine({ usage: 'Usage: npm run migrate' });

/** `npm run migrate`: what a start does to the database, without serving; for a release in steps. */
await runWithDatabase(async () => {}, 'info', { renewsPasswords: true });
