import { onDatabase } from './platform/on-database.ts';

/** `npm run migrate`: what a start does to the database, without serving; for a release in steps. */
await onDatabase(async () => {}, 'info');
