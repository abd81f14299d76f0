import { readCommandLine } from './platform/command-line.ts';
import { onDatabase } from './platform/on-database.ts';

readCommandLine({ usage: 'Usage: npm run migrate' });

/** `npm run migrate`: what a start does to the database, without serving; for a release in steps. */
await onDatabase(async () => {}, 'info', { renewsPasswords: true });
