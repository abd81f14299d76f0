/**
 * What Patroni calls of PostgreSQL's tools and npm's binaries lack, as much of each as Patroni reads:
 * `pg_controldata DIR`, `pg_isready -h HOST -p PORT`, `pg_basebackup --pgdata=DIR … --dbname=DSN`. For the rig alone
 * (cluster.ts): its machines share one disk, so a base backup copies files.
 */
import { copyFile, mkdir, readdir, readFile, symlink, readlink, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';

const states = [
  'starting up',
  'shut down',
  'shut down in recovery',
  'shutting down',
  'in crash recovery',
  'in archive recovery',
  'in production',
];

/** The file `global/pg_control` of PostgreSQL 18 on a 64-bit little-endian machine (src/include/catalog/pg_control.h). */
async function printControlData(dataDir: string): Promise<void> {
  const file = await readFile(join(dataDir, 'global/pg_control'));
  const version = file.readUInt32LE(8);
  if (version !== 1800)
    throw new Error(`pg_control is of version ${version}, not of PostgreSQL 18.`);
  const int = (at: number) => String(file.readUInt32LE(at));
  const flag = (at: number) => (file[at] ? 'on' : 'off');
  const lsn = (at: number) => {
    const value = file.readBigUInt64LE(at);
    return `${(value >> 32n).toString(16)}/${(value & 0xffffffffn).toString(16)}`.toUpperCase();
  };
  const found = {
    'pg_control version number': version,
    'Catalog version number': int(12),
    'Database system identifier': file.readBigUInt64LE(0),
    'Database cluster state': states[file.readUInt32LE(16)],
    'Latest checkpoint location': lsn(32),
    "Latest checkpoint's REDO location": lsn(40),
    "Latest checkpoint's TimeLineID": int(48),
    'Minimum recovery ending location': lsn(136),
    "Min recovery ending loc's timeline": int(144),
    'wal_log_hints setting': flag(176),
    'max_connections setting': int(180),
    'max_worker_processes setting': int(184),
    'max_wal_senders setting': int(188),
    'max_prepared_xacts setting': int(192),
    'max_locks_per_xact setting': int(196),
    'track_commit_timestamp setting': flag(200),
    'Data page checksum version': int(252),
  };
  for (const [name, value] of Object.entries(found)) process.stdout.write(`${name}: ${value}\n`);
}

/** 0: accepts connections; 1: refuses them, because it starts; 2: nobody answers. */
function isReady(host: string, port: number): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 3000 });
    const say = (code: number) => {
      socket.destroy();
      resolve(code);
    };
    socket.once('connect', () => {
      const body = Buffer.from('\0\x03\0\0user\0postgres\0database\0postgres\0\0', 'latin1');
      const length = Buffer.alloc(4);
      length.writeUInt32BE(body.length + 4);
      socket.write(Buffer.concat([length, body]));
    });
    // An error that is not 57P03, "cannot connect now", is the answer of a server that works.
    socket.once('data', (data) => say(data[0] === 0x45 && data.includes('57P03') ? 1 : 0));
    socket
      .once('error', () => say(2))
      .once('timeout', () => say(2))
      .once('close', () => say(2));
  });
}

/** Made anew at each start, or of that server alone. */
const left = new Set([
  'postmaster.pid',
  'postmaster.opts',
  'backup_label',
  'standby.signal',
  'recovery.signal',
]);
const emptied =
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)$/;

async function copyFolder(
  from: string,
  to: string,
  isLeft = (_name: string) => false,
): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true }).catch(() => [])) {
    if (isLeft(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyFolder(source, target);
    else
      await (
        entry.isSymbolicLink() ? symlink(await readlink(source), target) : copyFile(source, target)
      ).catch((error: NodeJS.ErrnoException) => {
        // PostgreSQL deletes files meanwhile; its log says so to the copy.
        if (error.code !== 'ENOENT') throw error;
      });
  }
}

async function copyCluster(target: string, dsn: string): Promise<void> {
  const { Client } = await import('pg');
  const of = (name: string) => new RegExp(`(?:^|\\s)${name}='?([^\\s']+)`).exec(dsn)?.[1];
  const client = new Client({
    host: of('host')!,
    port: Number(of('port')),
    user: 'postgres',
    password: process.env.RIG_SUPERUSER_PASSWORD!,
    database: 'postgres',
    connectionTimeoutMillis: 5_000,
    query_timeout: 60_000,
  });
  await client.connect();
  const { rows } = await client.query<{ folder: string }>(
    `select current_setting('data_directory') as folder, pg_backup_start('rig', true)`,
  );
  const { folder } = rows[0]!;
  await copyFolder(folder, target, (name) => left.has(name) || emptied.test(name));
  for (const name of await readdir(folder)) {
    if (emptied.test(name)) await mkdir(join(target, name), { recursive: true, mode: 0o700 });
  }
  const stopped = await client.query<{ labelfile: string }>(
    'select labelfile from pg_backup_stop(false)',
  );
  await writeFile(join(target, 'backup_label'), stopped.rows[0]!.labelfile);
  await copyFolder(
    join(folder, 'pg_wal'),
    join(target, 'pg_wal'),
    (name) => name === 'archive_status',
  );
  await mkdir(join(target, 'pg_wal/archive_status'), { recursive: true, mode: 0o700 });
  await client.end();
}

const [tool, ...args] = process.argv.slice(2);
const after = (name: string) => args[args.indexOf(name) + 1]!;
const given = (name: string) =>
  args.find((arg) => arg.startsWith(`--${name}=`))!.slice(name.length + 3);
if (tool === 'pg_controldata') await printControlData(args.at(-1)!);
else if (tool === 'pg_isready') process.exitCode = await isReady(after('-h'), Number(after('-p')));
else if (tool === 'pg_basebackup') await copyCluster(given('pgdata'), given('dbname'));
else throw new Error(`${tool} is not made here.`);
