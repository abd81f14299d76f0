import { missingKey } from '../backup/backup-place.ts';
import { erasedAgainSentences } from '../backup/erasure-list.ts';
import { terminalProgress } from '../backup/progress.ts';
import { restore } from '../backup/restore.ts';
import { openLog } from '../platform/log.ts';
import { readCommandLine, readInstant } from './command-line.ts';
import { runCommand } from './run-with-database.ts';

const { values } = readCommandLine({
  usage: `Usage: DATA_DIR=NEW_FOLDER npm run restore -- [--from PLACE] [--at TIME] [--erasures PLACE]...

Makes an installation in DATA_DIR, which must be empty, of a backup in PLACE (a folder, or s3://bucket/folder
with BACKUP_S3_*; without it BACKUP_TO) with its BACKUP_KEY, and checks it. TIME is such as 2026-11-26T20:50:00Z;
without it the newest state is restored. People who were erased since are erased again: PLACE has a list until its last
backup, and --erasures names each other place that has been used since. Nothing leaves the restored installation until two members of staff have
confirmed it at /operations.`,
  options: {
    from: { type: 'string' },
    at: { type: 'string' },
    erasures: { type: 'string', multiple: true, default: [] },
  },
});
const at = readInstant('--at', values.at);

await runCommand(async (settings, stopping) => {
  const place = values.from ?? settings.backup.to;
  if (!place) throw new Error('Where from? Name --from PLACE, or set BACKUP_TO.');
  if (!settings.backup.key) throw new Error(missingKey);
  const { dataDir, s3, backup } = settings;
  const { tell, end } = terminalProgress(stopping);
  const log = openLog(settings.logLevel);
  const targetAt = (name: string) => ({ place: name, key: backup.key, s3: backup.s3 });
  const { manifest, checked, again, restored_to } = await restore({
    target: targetAt(place),
    erasuresOf: values.erasures.map((name) => targetAt(name)),
    at,
    dataDir,
    s3,
    log,
    tell,
    stopping,
  }).finally(end);
  const say = (text: string) => process.stdout.write(`${text}\n`);
  if (!checked) {
    say(`${manifest.file_count} files and the key of ${manifest.point_at} are in ${dataDir}.`);
    say(
      `Restore the database to ${manifest.point_at} (LSN ${manifest.point_lsn}) with its own tool, then`,
    );
    say(`npm run verify-restore -- --hold-since ${manifest.point_at}`);
    return 0;
  }
  say(
    `DATA_DIR=${dataDir} has the state of ${restored_to}: ${checked.tickets} tickets, ${checked.files} files.`,
  );
  for (const sentence of erasedAgainSentences(again)) say(sentence);
  for (const problem of checked.problems) say(problem);
  if (checked.problems.length === 0)
    say('The ledger equals the tables, every rule holds, every file is whole.');
  say(
    'It is held: nothing leaves it until two members of staff have confirmed the restore at /operations.',
  );
  return checked.problems.length + again.failed > 0 ? 1 : 0;
});
