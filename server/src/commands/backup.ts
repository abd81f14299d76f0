import { assertInstalled, backUp, megabytes, withPlace } from '../backup/back-up.ts';
import { backUpAndVerify, backUpIfDue } from '../backup/back-up-and-verify.ts';
import { missingKey } from '../backup/backup-place.ts';
import { terminalProgress } from '../backup/progress.ts';
import { openLog } from '../platform/log.ts';
import { openDatabase } from '../platform/database/open-database.ts';
import type { Settings } from '../platform/config/settings.ts';
import { readCommandLine } from './command-line.ts';
import { runCommand } from './run-with-database.ts';

const { values } = readCommandLine({
  usage: `Usage: npm run backup -- [--to PLACE] [--verify | --if-due]

Backs up database, files and secret key while the product runs, or is stopped.
PLACE is a folder or s3://bucket/folder with BACKUP_S3_*; without it BACKUP_TO.
A backup is encrypted under BACKUP_KEY, and a second one stores only what has changed.
--verify restores a copy, checks it and removes it. --if-due does what the schedule of
BACKUP_EVERY_HOURS asks for now, as a running server does by itself.`,
  options: {
    to: { type: 'string' },
    verify: { type: 'boolean', default: false },
    'if-due': { type: 'boolean', default: false },
  },
});

await runCommand(async (settings, stopping) => {
  const place = values.to ?? settings.backup.to;
  if (!place) throw new Error('Where to? Name --to PLACE, or set BACKUP_TO.');
  if (!settings.backup.key) throw new Error(missingKey);
  assertInstalled(settings);
  const log = openLog(settings.logLevel);
  const database = await openDatabase(settings, log, stopping, { renewsPasswords: false });
  const { tell, end } = terminalProgress(stopping);
  const options = {
    settings,
    target: { place, key: settings.backup.key, s3: settings.backup.s3 },
    owner: database.owner,
    secrets: database.secrets,
    keep: place === settings.backup.to ? settings.backup.keep : undefined,
    tell,
    log,
    stopping,
  };
  try {
    if (values['if-due']) return await backUpIfDue(options, settings.backup.everyHours);
    const made = await withPlace(options, (held) =>
      values.verify ? backUpAndVerify(options, held) : backUp(options, held),
    );
    end();
    say(settings, place, made, values.verify);
    if (made.problem) throw new Error(made.problem);
  } finally {
    end();
    await database.close();
  }
});

function say(
  settings: Settings,
  place: string,
  { manifest, added_bytes }: Awaited<ReturnType<typeof backUp>>,
  isVerified: boolean,
): void {
  const { point_at, point_lsn, file_count, total_bytes, database } = manifest;
  const what = database ? `database, ${file_count} files and key` : `${file_count} files and key`;
  process.stdout.write(
    `${what} of ${point_at} are in ${place}: ${megabytes(total_bytes)}, of which ${megabytes(added_bytes)} were added` +
      `${isVerified && database ? '; a restored copy was checked' : ''}.\n`,
  );
  if (settings.databaseUrl)
    process.stdout.write(
      `The database of DATABASE_URL is not in it: its own backup must reach ${point_at} (LSN ${point_lsn}).\n`,
    );
}
