import { Client } from 'pg';
import { assertInstalled } from '../backup/back-up.ts';
import { openPlaceToRead } from '../backup/backup-place.ts';
import { eraseAgain, erasedAgainSentences } from '../backup/erasure-list.ts';
import { checkRestored } from '../backup/check-restored.ts';
import { assertNoServer } from '../backup/no-server.ts';
import { terminalProgress } from '../backup/progress.ts';
import { holdAfterRestore } from '../backup/restore.ts';
import { openStoredObjects } from '../files/object-store.ts';
import { openLog } from '../platform/log.ts';
import { openDatabase } from '../platform/database/open-database.ts';
import { readCommandLine, readInstant } from './command-line.ts';
import { runCommand } from './run-with-database.ts';

const { values } = readCommandLine({
  usage: `Usage: npm run verify-restore -- [--hold-since TIME]

Proves a restored database and its files: the ledger, the rules that hold of all rows, each file by its digest.
Starts no server. --hold-since marks the database as restored to TIME, such as 2026-11-26T20:50:00Z: nothing leaves it
until two members of staff have confirmed it at /operations. Run it before a server starts on a database that another
tool restored; it also erases again whom the list in BACKUP_TO names.`,
  options: { 'hold-since': { type: 'string' } },
});
const since = readInstant('--hold-since', values['hold-since']);

await runCommand(async (settings, stopping) => {
  assertInstalled(settings);
  const log = openLog(settings.logLevel);
  const database = await openDatabase(settings, log, stopping, { renewsPasswords: false });
  const client = new Client(database.owner);
  const { tell, end } = terminalProgress(stopping);
  let again = { erased: 0, due: 0, failed: 0 };
  try {
    await client.connect();
    if (since) {
      // One that runs has started its jobs, and would not hear of the hold.
      await assertNoServer(client, 'Nothing is held.');
      await holdAfterRestore(client, since.toISOString());
      const { to, key, s3 } = settings.backup;
      // Only our own backups have the list of erasures.
      if (to) again = await eraseAgain(client, [await openPlaceToRead({ place: to, key, s3 })]);
      for (const sentence of erasedAgainSentences(again)) process.stdout.write(`${sentence}\n`);
    }
    const store = await openStoredObjects(settings);
    const { problems, tickets, files } = await checkRestored(client, {
      secrets: database.secrets,
      readObject: (key) => store.get(key),
      tell,
    }).finally(end);
    const { rows } = await client.query<{ is_held: boolean }>(
      'select api.is_held_after_restore() as is_held',
    );
    const sound = problems.length === 0;
    process.stdout.write(
      `${sound ? 'The ledger equals the tables, every rule holds, every file is whole.' : problems.join('\n')}\n` +
        `${tickets} tickets, ${files} files. ${rows[0]!.is_held ? 'Held until two members of staff have confirmed it.' : 'Nothing is held.'}\n`,
    );
    return sound && again.failed === 0 ? 0 : 1;
  } finally {
    await client.end();
    await database.close();
  }
});
