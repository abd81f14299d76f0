/**
 * `npm run check:image`: builds deploy/Dockerfile on base images that it makes itself (Debian's packages, and the Node and
 * npm of this machine for the stage that builds), starts it without rights on a read-only root beside a real PostgreSQL,
 * asks /readyz, and measures it. No registry of images is asked. Needs Linux, root, and Debian's packages buildah, podman,
 * runc, debootstrap.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { readCommandLine } from '#server/commands/command-line.ts';
import { repositoryRoot } from '#server/platform/config/repository-root.ts';
import { postgresBinaries } from '#server/platform/database/embedded-binaries.ts';
import { readRelease } from '#server/platform/database/build.ts';

const { values } = readCommandLine({
  usage: `Usage: npm run check:image -- [--base FOLDER]

--base names a folder with a Debian system made by debootstrap, which is made there if it is missing.`,
  options: { base: { type: 'string' } },
});

const LIMIT_MB = 450;
const [BASE, BUILD_BASE, IMAGE] = ['hamla-base', 'hamla-build-base', 'hamla'].map(
  (name) => `localhost/${name}`,
) as [string, string, string];
const nobody = { uid: 65534, gid: 65534 };

const folder = mkdtempSync(join(tmpdir(), 'hamla-image-'));
const container = `hamla-check-${process.pid}`;
await using opened = new AsyncDisposableStack();
opened.defer(() => rmSync(folder, { recursive: true, force: true }));

makeBases(values.base ?? join(folder, 'debian'));
say('Building …');
// Neither mounts nor cgroups are needed, so that it also runs inside a sandbox.
run('buildah', [
  ...words('build --layers --isolation chroot --network host --format docker'),
  ...words(`--build-arg BUILD_BASE=${BUILD_BASE} --build-arg BASE=${BASE}`),
  ...words('--volume /etc/ssl/certs:/etc/ssl/certs:ro'),
  ...words(`--ignorefile deploy/Dockerfile.dockerignore -f deploy/Dockerfile -t ${IMAGE} .`),
]);
const megabytes = measure();
say(`${IMAGE}: ${megabytes} MB unpacked, at most ${LIMIT_MB}`);

const refusal = start([]);
const refused = await refusal.ended;
demand(refused.code === 1 && /Set DATABASE_URL/.test(refused.err), refused.err);
say('Without DATABASE_URL it says so and ends.');

const running = start(['-e', `DATABASE_URL=${await startPostgres()}`]);
opened.defer(async () => {
  running.child.kill('SIGTERM');
  await running.ended;
});
const reply = await ready();
demand(reply.version === readRelease().release, `version ${reply.version}`);
const inside = (...command: string[]) => podman(['exec', container, ...command]);
const user = inside('sh', '-c', 'id -u; grep CapEff /proc/self/status; touch /hamla/x 2>&1; true');
demand(/^10001\n.*0000000000000000\n.*Read-only file system/.test(user), user);
podman(['healthcheck', 'run', container]);
const manifest = readFileSync(join(repositoryRoot, 'package.json'), 'utf8');
const wanted = `v${JSON.parse(manifest).dependencies.node}`;
demand(inside('node', '--version').trim() === wanted, 'another Node');
say(
  `/readyz: ${JSON.stringify(reply)}, as user 10001 without capabilities on a read-only root, Node ${wanted}.`,
);
demand(megabytes <= LIMIT_MB, `${megabytes} MB are too many`);

/** A Debian system as `debian:trixie-slim` has it, and the same with this machine's Node and npm. */
function makeBases(debian: string): void {
  if (!existsSync(join(debian, 'etc/debian_version'))) {
    say('Making a Debian system …');
    run('debootstrap', ['--variant=minbase', 'trixie', debian]);
    const unneeded = ['var/cache/apt', 'var/lib/apt/lists', 'var/log'].concat(
      ['man', 'info', 'locale', 'lintian', 'bug'].map((name) => `usr/share/${name}`),
    );
    for (const path of unneeded) rmSync(join(debian, path), { recursive: true, force: true });
    // Licences stay.
    run('find', [
      join(debian, 'usr/share/doc'),
      '-type',
      'f',
      '!',
      '-name',
      'copyright',
      '-delete',
    ]);
  }
  const image = (name: string, from: string, work: (id: string) => void) => {
    const id = run('buildah', ['from', from]).trim();
    work(id);
    run('buildah', ['commit', '-q', '--rm', id, name]);
  };
  image(BASE, 'scratch', (id) => run('buildah', ['add', '-q', id, debian, '/']));
  image(BUILD_BASE, BASE, (id) => {
    // Not the Node of node_modules, which the image installs for itself.
    run('buildah', ['add', '-q', id, ofMachine('node'), '/usr/local/bin/node']);
    const npm = join(ofMachine('npm'), '../..');
    run('buildah', ['add', '-q', id, npm, '/usr/local/lib/node_modules/npm']);
    const work =
      'ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && apt-get update -qq && apt-get install -y -qq libatomic1';
    run('buildah', [...words(`run --isolation chroot --network host ${id} -- sh -c`), work]);
    run('buildah', [
      'config',
      '--env',
      'NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt',
      id,
    ]);
  });
}

function ofMachine(program: string): string {
  const places = process.env.PATH!.split(':').filter((place) => !place.includes('node_modules'));
  const found = places.map((place) => join(place, program)).find((path) => existsSync(path));
  if (!found) throw new Error(`There is no ${program} in PATH.`);
  return realpathSync(found);
}

/** What `du` counts of its files, with those of Debian. */
function measure(): number {
  const id = run('buildah', ['from', IMAGE]).trim();
  try {
    const root = run('buildah', ['mount', id]).trim();
    for (const part of ['', 'hamla/node_modules', 'hamla/dist'])
      say(
        run('du', ['-sm', join(root, part)])
          .replace(root, '')
          .trim() || '/',
      );
    return Number.parseInt(run('du', ['-sm', root]), 10);
  } finally {
    run('buildah', ['rm', id]);
  }
}

/** On a free port of this machine, as the owner whom docs/operating.md makes. */
async function startPostgres(): Promise<string> {
  const binaries = await postgresBinaries(folder, nobody);
  const data = join(folder, 'postgres');
  run('install', ['-d', '-o', '65534', '-g', '65534', '-m', '0700', data]);
  run('chmod', ['0755', folder]);
  const password = join(data, 'password');
  writeFileSync(password, 'check\n');
  chownSync(password, nobody.uid, nobody.gid);
  const home = join(data, 'data');
  const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C' };
  execFileSync(
    join(binaries, 'bin/initdb'),
    [
      '-D',
      home,
      '-U',
      'postgres',
      '--auth=scram-sha-256',
      `--pwfile=${password}`,
      '--encoding=UTF8',
    ],
    { ...nobody, env, cwd: '/', stdio: 'ignore' },
  );
  const port = 20_000 + (process.pid % 10_000);
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${data}`,
  ];
  const child = spawn(
    join(binaries, 'bin/postgres'),
    ['-D', home, ...settings.flatMap((setting) => ['-c', setting])],
    { ...nobody, env, cwd: '/', stdio: 'ignore' },
  );
  opened.defer(async () => {
    child.kill('SIGINT');
    await once(child, 'exit');
  });
  const superuser = `postgres://postgres:check@127.0.0.1:${port}/postgres`;
  for (let tries = 0; ; tries += 1) {
    const client = new Client(superuser);
    try {
      await client.connect();
      await client.query(`create role hamla login createrole password 'check'`);
      await client.query('create database hamla owner hamla');
      return `postgres://hamla:check@127.0.0.1:${port}/hamla`;
    } catch (error) {
      if (tries === 100) throw error;
      await pause(100);
    } finally {
      await client.end().catch(() => {});
    }
  }
}

function start(options: string[]) {
  // No more of each resource than this process has: without the right to raise a limit a container does not start.
  const limit = run('sh', ['-c', 'ulimit -Hn']).trim();
  const child = spawn(
    'podman',
    [
      ...podmanOptions(),
      ...words(`run --rm --name ${container} --read-only --cap-drop all --network host`),
      ...words(`--ulimit nofile=${limit}:${limit} --ulimit nproc=1000:1000 --tmpfs /tmp`),
      ...words('-e PORT=33999 -e HOST=127.0.0.1'),
      ...options,
      IMAGE,
    ],
    { stdio: ['ignore', 'inherit', 'pipe'] },
  );
  let err = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const ended = once(child, 'exit').then(([code]) => ({ code: code as number | null, err }));
  return { child, ended };
}

async function ready(): Promise<{ version: string }> {
  for (let tries = 0; ; tries += 1) {
    const response = await fetch('http://127.0.0.1:33999/readyz').catch(() => undefined);
    if (response?.ok) return (await response.json()) as { version: string };
    demand(tries < 600 && running.child.exitCode === null, 'It does not become ready.');
    await pause(200);
  }
}

/** runc also runs where the machine still has the first version of control groups. */
function podmanOptions(): string[] {
  return existsSync('/usr/sbin/runc') || existsSync('/usr/bin/runc')
    ? ['--runtime', 'runc', '--cgroup-manager', 'cgroupfs']
    : [];
}

function words(text: string): string[] {
  return text.split(' ');
}

function podman(args: string[]): string {
  return run('podman', [...podmanOptions(), ...args]);
}

function run(program: string, args: string[]): string {
  return execFileSync(program, args, {
    cwd: repositoryRoot,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 28,
  });
}

function demand(isSo: boolean, otherwise: string): void {
  if (!isSo) throw new Error(otherwise);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
