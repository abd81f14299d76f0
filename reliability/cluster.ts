/**
 * The cluster of docs/scaling.md on one machine: three members with etcd, Patroni and PostgreSQL, HAProxy and pgbouncer before
 * them, from the files of `deploy/cluster`, in which only addresses, folders and passwords are replaced.
 */
import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { ClientConfig } from 'pg';
import { repositoryRoot } from '#server/platform/config/repository-root.ts';
import { postgresBinaries } from '#server/platform/database/embedded-binaries.ts';
import { descendantsOf, runningProcesses } from '../server/testing/server-process.ts';

const names = ['db1', 'db2', 'db3'] as const;
type Member = (typeof names)[number];

/** PostgreSQL and Patroni refuse to run as root. */
const nobody = { uid: 65534, gid: 65534 };
const account = process.getuid?.() === 0 ? nobody : undefined;

const environment = { PATH: '/usr/sbin:/usr/bin:/bin', LC_ALL: 'C.UTF-8' };

/** The programs that are missing on this machine: then the rig cannot run. */
export const missingPrograms = (): string[] =>
  ['patroni', 'etcd', 'haproxy', 'pgbouncer'].filter(
    (name) => spawnSync('/bin/sh', ['-c', `command -v ${name}`]).status !== 0,
  );

export interface Cluster extends AsyncDisposable {
  /** The superuser's connection that always leads to the primary, past the pooler. */
  superuser: ClientConfig;
  /** The address of the pooler; nothing answers there before `startPooler`. */
  pooler: { host: string; port: number };
  startPooler(): void;
  /** Resolves to the member that Patroni calls the primary. */
  primary(): Promise<Member | undefined>;
  /** Ends all of a machine at once, as a power cut does. */
  kill(member: Member): void;
  /** Nothing of a machine goes on, or answers, until it is thawed: as a cut network, or a machine that is moved. */
  freeze(member: Member): void;
  thaw(member: Member): void;
  /** Starts a killed machine again. */
  start(member: Member): void;
  /** Resolves when there is a primary and `standbys` others follow it, one of them synchronously. */
  untilWhole(standbys: number): Promise<void>;
  /** Types `patronictl …` on a machine that runs. */
  patronictl(...args: string[]): Promise<void>;
}

export async function startCluster(
  options: { edit?: (patroni: string) => string } = {},
): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'hamla-cluster-'));
  chmodSync(folder, 0o711);
  const network = `127.${randomInt(10, 250)}.${randomInt(1, 250)}`;
  const addressOf = (member: Member) => `${network}.${11 + names.indexOf(member)}`;
  const password = randomBytes(16).toString('hex');
  const own = (path: string) => {
    if (account) chownSync(path, account.uid, account.gid);
    return path;
  };
  const made = (...parts: string[]) => {
    const path = join(folder, ...parts);
    mkdirSync(path, { recursive: true, mode: 0o755 });
    return own(path);
  };
  const bin = made('bin');
  const binaries = await postgresBinaries(folder, account);
  for (const name of ['initdb', 'pg_ctl', 'postgres'])
    symlinkSync(join(binaries, 'bin', name), join(bin, name));
  for (const name of ['pg_controldata', 'pg_isready', 'pg_basebackup']) {
    const tools = join(repositoryRoot, 'reliability/postgres-tools.ts');
    const script = `#!/bin/sh\nRIG_SUPERUSER_PASSWORD=${password} exec '${process.execPath}' '${tools}' ${name} "$@"\n`;
    writeFileSync(join(bin, name), script, { mode: 0o755 });
  }
  /** A file of deploy/cluster, for `member` where it is of one. */
  const shipped = (file: string, member?: Member) => {
    let text = readFileSync(join(repositoryRoot, 'deploy/cluster', file), 'utf8');
    if (member)
      text = text
        .replaceAll(/^(name: |ETCD_NAME=)db1$/gm, `$1${member}`)
        .replaceAll(
          /^((?!.*10\.0\.0\.12).*)10\.0\.0\.11/gm,
          `$110.0.0.${11 + names.indexOf(member)}`,
        );
    return text
      .replaceAll('10.0.0.0/8', '127.0.0.0/8')
      .replaceAll('10.0.0.', `${network}.`)
      .replaceAll(/127\.0\.0\.1(?=:| port|$)/gm, `${network}.1`)
      .replaceAll(/(SUPERUSER|REPLICATION|POOLER)_PASSWORD/g, password);
  };
  const write = (path: string, text: string) => {
    writeFileSync(path, text, { mode: 0o600 });
    return own(path);
  };
  const run = (program: string, args: string[], log: string, env: Record<string, string> = {}) =>
    spawn(program, args, {
      ...account,
      cwd: folder,
      env: { ...environment, ...env },
      stdio: ['ignore', openSync(join(folder, log), 'a'), openSync(join(folder, log), 'a')],
    });

  const running = new Map<string, ChildProcess[]>();
  const start = (member: Member) => {
    const home = made(member);
    const etcd = Object.fromEntries(
      shipped('etcd', member)
        .split('\n')
        .filter((line) => /^\w+=/.test(line))
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
    const patroni = shipped('patroni.yml', member)
      .replace('/usr/lib/postgresql/18/bin', bin)
      .replaceAll('/var/lib/postgresql', home)
      .replace('/var/run/postgresql', home);
    const file = write(join(home, 'patroni.yml'), options.edit?.(patroni) ?? patroni);
    running.set(member, [
      run('etcd', [], `${member}-etcd.log`, { ...etcd, ETCD_DATA_DIR: made(member, 'etcd') }),
      run('patroni', [file], `${member}-patroni.log`),
    ]);
  };
  /** The processes of a machine, and all below them. */
  const signal = (name: string, sent: NodeJS.Signals) => {
    const ours = (running.get(name) ?? []).map(({ pid }) => pid!);
    // Patroni starts PostgreSQL in a session of its own.
    const postmasters = runningProcesses().filter(({ commandLine }) =>
      commandLine.startsWith(`${bin}/postgres -D ${join(folder, name)}/`),
    );
    const pids = [...ours, ...postmasters.map(({ pid }) => pid)];
    const below = pids.flatMap((pid) => descendantsOf(pid).map((one) => one.pid));
    for (const pid of [...pids, ...below])
      try {
        process.kill(pid, sent);
      } catch {
        // It has ended.
      }
  };
  const end = (name: string) => {
    signal(name, 'SIGKILL');
    running.delete(name);
  };
  const endAll = () => [...running.keys()].forEach(end);
  process.once('exit', endAll);
  const proxy = write(join(folder, 'haproxy.cfg'), shipped('haproxy.cfg'));
  const superuser = (host: string) => ({
    host,
    port: 5432,
    user: 'postgres',
    password,
    database: 'postgres',
  });

  interface State {
    name: Member;
    role: string;
    state: string;
    timeline?: number;
  }
  const members = async (): Promise<State[]> => {
    for (const member of names) {
      if (!running.has(member)) continue;
      const answer = await fetch(`http://${addressOf(member)}:8008/cluster`, {
        signal: AbortSignal.timeout(2000),
      })
        .then((response) => response.json() as Promise<{ members?: State[] }>)
        .catch(() => undefined);
      if (answer?.members) return answer.members;
    }
    return [];
  };
  const cluster: Cluster = {
    superuser: superuser(`${network}.1`),
    pooler: { host: `${network}.1`, port: 6432 },
    startPooler() {
      const users = write(join(folder, 'userlist.txt'), `"hamla_pooler" "${password}"\n`);
      const text = shipped('pgbouncer.ini').replace('/etc/pgbouncer/userlist.txt', users);
      running.set('pooler', [
        run('pgbouncer', [write(join(folder, 'pgbouncer.ini'), text)], 'pgbouncer.log'),
      ]);
    },
    async primary() {
      for (const member of names) {
        if (!running.has(member)) continue;
        const status = await fetch(`http://${addressOf(member)}:8008/primary`, {
          signal: AbortSignal.timeout(1000),
        }).then(
          (response) => response.status,
          () => 0,
        );
        if (status === 200) return member;
      }
      return undefined;
    },
    kill: end,
    freeze: (member) => signal(member, 'SIGSTOP'),
    thaw: (member) => signal(member, 'SIGCONT'),
    start,
    async untilWhole(standbys) {
      const limit = Date.now() + 180_000;
      for (;;) {
        const found = await members();
        const leader = found.find(({ role, state }) => role === 'leader' && state === 'running');
        // One that replayed more than the new primary had is on an older timeline until it is copied anew.
        const following = found.filter(
          ({ role, state, timeline }) =>
            role !== 'leader' && /running|streaming/.test(state) && timeline === leader?.timeline,
        );
        const isSynchronous = following.some(({ role }) => role === 'sync_standby');
        if (following.length >= standbys && isSynchronous) return;
        if (Date.now() > limit)
          throw new Error(
            `The cluster is not whole after 180 s: ${JSON.stringify(found)}; logs in ${folder}`,
          );
        await pause(250);
      }
    },
    async patronictl(...args) {
      const file = join(
        folder,
        names.find((name) => running.has(name))!,
        'patroni.yml',
      );
      await promisify(execFile)('patronictl', ['-c', file, ...args], { env: environment });
    },
    async [Symbol.asyncDispose]() {
      endAll();
      process.off('exit', endAll);
      await pause(100);
      if (!process.env.KEEP_CLUSTER)
        rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  running.set('proxy', [run('haproxy', ['-db', '-f', proxy], 'haproxy.log')]);
  for (const member of names) start(member);
  return cluster;
}
