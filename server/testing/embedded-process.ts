/**
 * A process of its own that starts the embedded database on the folder given to it, says how to reach it in
 * one line of JSON, and stops it when its input ends. Tests kill it.
 */
import { pino } from 'pino';

import { startEmbeddedPostgres } from '#server/platform/database/embedded.ts';

import { testSecrets } from './secrets.ts';

const server = await startEmbeddedPostgres({
  dataDir: process.argv[2]!,
  secrets: testSecrets,
  log: pino({ level: 'silent' }),
});
process.stdout.write(`${JSON.stringify(server.owner)}\n`);
process.stdin.resume().once('end', () => {
  void server.stop();
});
