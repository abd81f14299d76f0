import { Client } from 'pg';
import { rotateKeys } from '../accounts/rotate-keys.ts';
import { systemClock } from '../platform/clock.ts';
import { withPlace } from '../backup/back-up.ts';
import { putKeys } from '../backup/manifest.ts';
import { givenKeys, replaceKeyFile } from '../platform/config/secrets.ts';
import { openDatabase } from '../platform/database/open-database.ts';
import { openLog } from '../platform/log.ts';
import { untilStopped } from '../platform/stop-signals.ts';
import { readCommandLine, refuseCommandLine } from './command-line.ts';
import { runCommand } from './run-with-database.ts';

const usage = `Usage: npm run rotate-keys -- [--overlap-days DAYS]

Replaces the secret key while servers run. With a key file it makes the new key itself. With
SECRET_KEY first give every server the new one, and the one so far as SECRET_KEY_PREVIOUS.
Tokens and links of the key before are accepted for DAYS more (0 to 90, else 7).
When it was interrupted, run it again.`;

const { values } = readCommandLine({
  usage,
  options: { 'overlap-days': { type: 'string', default: '7' } },
});
const overlapDays = Number(values['overlap-days']);
if (!/^\d{1,2}$/.test(values['overlap-days']) || overlapDays > 90) refuseCommandLine(usage);

await runCommand(async (settings, stopping) => {
  const log = openLog(settings.logLevel);
  const database = await openDatabase(settings, log, stopping, { renewsPasswords: false });
  const client = new Client(database.owner);
  client.on('error', () => {});
  let isStored = false;
  try {
    await client.connect();
    const { until, unreadable } = await untilStopped(
      rotateKeys({
        client,
        secrets: database.secrets,
        now: systemClock.now(),
        overlapDays,
        isEmbedded: !settings.databaseUrl,
        makeKey() {
          if (settings.secretKey)
            throw new Error(
              'Make a key (`openssl rand -base64 32`). Start each server, one after another, with it as SECRET_KEY and the one ' +
                'so far as SECRET_KEY_PREVIOUS; then run this with both. Nothing was changed.',
            );
          replaceKeyFile(settings.dataDir);
          database.secrets.reload();
        },
        async storeKeys() {
          const { to, key, s3 } = settings.backup;
          if (!to) return;
          const { owner, secrets } = database;
          const target = { place: to, key, s3 };
          const storing = withPlace({ settings, target, owner, secrets, tell() {} }, ({ place }) =>
            putKeys(place, givenKeys(settings)).then(() => place.flush()),
          );
          // A leaked key is replaced without the backups too.
          await storing.then(
            () => (isStored = true),
            (error: Error) =>
              process.stderr.write(`The new key is not beside the backups: ${error.message}\n`),
          );
        },
      }),
      stopping,
    );
    process.stdout.write(
      until
        ? `The new key counts. Tokens and links of the one before are accepted until ${until.toISOString()}. ${isStored ? 'It is beside the backups.' : 'Make a backup now.'}\n`
        : 'The rotation that was begun is finished.\n',
    );
    if (unreadable.length > 0)
      process.stderr.write(`No key opens these, and they were left: ${unreadable.join(', ')}.\n`);
  } finally {
    await client.end();
    await database.close();
  }
});
