import { resolve } from 'node:path';
import { Client } from 'pg';
import { assertInstalled } from '../backup/back-up.ts';
import { assertEmpty, move } from '../backup/move.ts';
import { terminalProgress } from '../backup/progress.ts';
import { currentOf, givenKeys } from '../platform/config/secrets.ts';
import type { Settings } from '../platform/config/settings.ts';
import { isSetUp } from '../platform/database/key-proof.ts';
import { openDatabase } from '../platform/database/open-database.ts';
import { connectionFromUrl } from '../platform/database/pools.ts';
import { openLog } from '../platform/log.ts';
import { readCommandLine, refuseCommandLine } from './command-line.ts';
import { printFigures } from './print-figures.ts';
import { runCommand } from './run-with-database.ts';

const { values } = readCommandLine({
  usage: `Usage: npm run move -- --from DATA_DIR|postgres://… --to postgres://…

Copies a stopped installation (of a DATA_DIR with its own PostgreSQL, or of a database) into an empty database, and
compares both. Without pg_dump; also to a newer PostgreSQL. Files and secret.key stay where they are. The installation
that was moved is held afterwards: nothing leaves it until two members of staff confirm it at /operations.
The secret key is that of --from DATA_DIR, else SECRET_KEY or DATA_DIR/secret.key.`,
  options: { from: { type: 'string' }, to: { type: 'string' } },
});
const isUrl = (text: string) => /^postgres(ql)?:\/\//.test(text);
const { from, to } = values;
if (!from || !to || !isUrl(to))
  refuseCommandLine('Name --from DATA_DIR or postgres://…, and --to postgres://….');

await runCommand(async (settings, stopping) => {
  const source: Settings = isUrl(from)
    ? { ...settings, databaseUrl: from, databaseDirectUrl: undefined }
    : { ...settings, databaseUrl: undefined, dataDir: resolve(from) };
  assertInstalled(source);
  const keys = givenKeys(source);
  if (keys.length === 0) throw new Error('There is no secret key: set SECRET_KEY or DATA_DIR.');
  const log = openLog(settings.logLevel);
  const { tell, end } = terminalProgress(stopping);
  const open = (side: Settings, option: string) =>
    openDatabase(side, log, stopping, { renewsPasswords: false }).catch((error: Error) => {
      throw new Error(error.message.replace(/^DATABASE_URL/, option), { cause: error });
    });
  // Before anything is migrated.
  await on(to, assertEmpty);
  if (source.databaseUrl)
    await on(source.databaseUrl, async (client) => {
      if (!(await isSetUp(client))) throw new Error('--from: the database holds no installation.');
    });
  const here = await open(source, '--from');
  try {
    // While a rotation is under way too the copy has one key: that of its rows.
    const secretKey = currentOf(keys, here.secrets).toString('base64');
    const target = {
      ...settings,
      databaseUrl: to,
      databaseDirectUrl: undefined,
      secretKey,
      secretKeyPrevious: undefined,
    };
    const there = await open(target, '--to');
    const sides = { source: here.owner, target: there.owner, secrets: there.secrets };
    const { tables, rows, figures } = await move({ ...sides, tell, stopping }).finally(end);
    printFigures(figures);
    process.stdout.write(
      `${rows} rows of ${tables} tables were moved; each table and the ledger are the same on both sides.\n` +
        'Start with DATABASE_URL of the new database, and with the files and the secret key as before. The old one is held.\n',
    );
  } finally {
    await here.close();
  }
});

/** An address that does not answer is explained where it is opened. */
async function on(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client(connectionFromUrl(url));
  client.on('error', () => {});
  const isOpen = await client.connect().then(
    () => true,
    () => false,
  );
  if (!isOpen) return;
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
