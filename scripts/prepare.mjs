// What `npm start` and `npm test` need before they can run: packages and builds, made again only when the
// lock file or the sources have changed. Runs on any Node from 20 on, and before there are dependencies.
//
//   node scripts/prepare.mjs            install and build
//   node scripts/prepare.mjs install    install only
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { useGitHooks } from './use-git-hooks.mjs';

const usage = 'Usage: npm run build (node scripts/prepare.mjs [install])';
const { values, positionals } = readArguments();
if (values.help) {
  say(usage);
  process.exit(0);
}
if (positionals.length > 1 || (positionals[0] ?? 'install') !== 'install') fail(usage);

const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
process.chdir(root);
const binaries = join(root, 'node_modules', '.bin');

install();
useGitHooks(process.env);
if (positionals[0] !== 'install') {
  const isNew = build('server', ['domain', 'api', 'server', 'rolldown.config.ts'], {
    product: 'dist/server/main.js',
    command: ['rolldown', '-c', 'rolldown.config.ts'],
    cwd: '.',
  });
  if (isNew) keepCompiled();
  build('web', ['domain', 'api', 'web'], {
    product: 'dist/web/client',
    command: ['react-router', 'build'],
    cwd: 'web',
  });
}

function install() {
  if (!isInstalled()) {
    say('Installing packages …');
    // Not `npm ci`: it refuses a lock file that does not name the optional packages of every platform.
    // `--no-save` installs what the lock file says and leaves it alone.
    const npm = process.env.npm_execpath;
    const [program, args] = npm ? [process.execPath, [npm]] : ['npm', []];
    run(
      program,
      [
        ...args,
        'install',
        '--include=dev',
        '--no-save',
        '--no-audit',
        '--no-fund',
        '--loglevel=error',
      ],
      root,
      'inherit',
    );
  }
  const wanted = JSON.parse(readFileSync('package.json', 'utf8')).dependencies.node;
  if (installedNode() === `v${wanted}`) return;
  // npm was told to skip install scripts: this one fetches the runtime.
  run('npm', ['rebuild', '--ignore-scripts=false', 'node'], root, 'inherit');
  if (installedNode() !== `v${wanted}`) {
    fail(`Node ${wanted} is not in node_modules: run "npm ci --ignore-scripts=false".`);
  }
}

function readArguments() {
  try {
    return parseArgs({ options: { help: { type: 'boolean' } }, allowPositionals: true });
  } catch (error) {
    return fail(`${error.message.split('. ')[0]}.\n${usage}`);
  }
}

function installedNode() {
  const { stdout } = spawnSync(join(binaries, 'node'), ['--version'], { encoding: 'utf8' });
  return stdout?.trim();
}

/** Whether node_modules holds exactly what package-lock.json says, optional packages aside. */
function isInstalled() {
  try {
    const wanted = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
    // npm writes this list last of all, so an install that was cut short has none.
    const present = JSON.parse(readFileSync('node_modules/.package-lock.json', 'utf8')).packages;
    return Object.entries(wanted).every(
      ([path, { version, optional, peer }]) =>
        path === '' ||
        (present[path] ? present[path].version === version : optional === true || peer === true),
    );
  } catch {
    return false;
  }
}

/** Has Node keep what it compiles of the server, where `npm start` looks for it: a third less of a start's work. */
function keepCompiled() {
  rmSync('dist/compiled', { recursive: true, force: true });
  const load = "import('./dist/server/main.js').then(() => process.exit(0))";
  run(join(binaries, 'node'), ['--eval', load], root, 'pipe', {
    NODE_COMPILE_CACHE: 'dist/compiled',
  });
}

/** Builds one part when its sources, the packages or its configuration are not those of the last build. Whether it did. */
function build(name, sources, { product, command, cwd }) {
  const stamp = `dist/.${name}`;
  const hash = hashOf([...sources, 'package.json', 'package-lock.json', 'tsconfig.json']);
  if (existsSync(product) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash)
    return false;
  say(`Building the ${name} …`);
  // A build that fails leaves half of its product: without the stamp, the next one begins again.
  rmSync(stamp, { force: true });
  run(join(binaries, command[0]), command.slice(1), join(root, cwd), 'pipe');
  mkdirSync('dist', { recursive: true });
  writeFileSync(stamp, hash);
  return true;
}

function hashOf(paths) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap(filesUnder).sort()) {
    hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

/** Files that a build reads: no tests, no SQL nor templates (read at run time), nothing generated. */
function filesUnder(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const inner = `${path}/${entry.name}`;
    if (entry.isDirectory()) return entry.name.startsWith('.') ? [] : filesUnder(inner);
    return /\.test\.tsx?$|\.sql$|\.typ$|\.md$/.test(entry.name) ? [] : [inner];
  });
}

function run(program, args, cwd, stdio, settings = {}) {
  const env = { ...process.env, ...settings, PATH: `${binaries}${delimiter}${process.env.PATH}` };
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    env,
    stdio: ['ignore', stdio, stdio],
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status === 0) return;
  process.stderr.write(`${stdout ?? ''}${stderr ?? ''}`);
  fail(`"${program} ${args.join(' ')}" failed${error ? `: ${error.message}` : ''}`);
}

function say(text) {
  process.stdout.write(`${text}\n`);
}

function fail(text) {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
