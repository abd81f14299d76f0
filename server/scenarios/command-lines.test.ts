import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { mkdtempDisposable, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { parseCommandLine, UsageError } from '#server/commands/command-line.ts';
import { repositoryRoot } from '#server/platform/config/repository-root.ts';
import { plainEnvironment } from '../testing/server-process.ts';

const { scripts } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** What the scripts of package.json run of our own code: node's `--import`, where one is needed, and the file. */
const ofScripts = Object.values(scripts).flatMap((command) => {
  const [, load = '', file] =
    /\bnode (?:--(?!import)\S+ )*(--import \S+ )?([^\s-]\S*)/.exec(command) ?? [];
  // Without a build: each built file is made of the source of the same name.
  return file ? [load + file.replace(/^dist\/server\/(.*)\.js$/, 'server/src/$1.ts')] : [];
});

/** Everything that is started by hand: the scripts, and what has none. */
const commands = [
  ...new Set([
    ...ofScripts,
    ...globSync(['server/src/*.ts', 'bench/*/bench-*.ts'], {
      cwd: repositoryRoot,
      exclude: (file) => file.endsWith('.test.ts'),
    }),
    'scripts/draw-share-pictures.ts',
  ]),
];

test.each(commands)('%s refuses an unknown option and does nothing', async (command) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'hamla-arguments-'));
  const given = command.endsWith('staff.ts') ? ['add', 'maha@hamla.example'] : [];
  const child = spawn(process.execPath, [...command.split(' '), ...given, '--unprovn'], {
    cwd: repositoryRoot,
    env: { ...plainEnvironment, HOST: '127.0.0.1', PORT: '0', DATA_DIR: folder.path },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, refusal, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  expect(refusal).toContain('--unprovn');
  expect(refusal).toContain('Usage: ');
  // prepare.mjs runs before there are dependencies, and has its own reader.
  expect(code).toBe(command.endsWith('.mjs') ? 1 : 2);
  expect([out, await readdir(folder.path)]).toEqual(['', []]);
});

test.each(['server/src/main.ts', 'server/src/commands/demo.ts', 'scripts/prepare.mjs'])(
  '%s --help says how it is used, ends with 0 and starts nothing',
  async (command) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'hamla-arguments-'));
    const child = spawn(process.execPath, [command, '--help'], {
      cwd: repositoryRoot,
      env: { ...plainEnvironment, HOST: '127.0.0.1', PORT: '0', DATA_DIR: folder.path },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out, err, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ]);
    expect([out, err, code]).toEqual([expect.stringMatching(/^Usage: npm /), '', 0]);
    expect(await readdir(folder.path)).toEqual([]);
  },
);

test('the command lines under test are all npm commands that run our own code', () => {
  const expected = [
    ...['main', 'demo', 'migrate', 'staff', 'close-day', 'verify-ledger', 'doctor'].map(
      (name) => `server/src/${name === 'main' ? '' : 'commands/'}${name}.ts`,
    ),
    ...['backup', 'restore', 'verify-restore', 'move', 'rotate-keys'].map(
      (name) => `server/src/commands/${name}.ts`,
    ),
    ...['test.ts', 'proof.ts', 'dev.ts', 'prepare.mjs', 'record-migrations.ts'].map(
      (name) => `scripts/${name}`,
    ),
    'scripts/release-data.ts',
    'scripts/notices.ts',
    'scripts/check-image.ts',
    'scripts/take-pictures.ts',
    'scripts/extract-texts.ts',
    'scripts/check.ts',
    'scripts/sql-callers.ts',
    'checks/spec-clauses.ts',
    'faults/run-faults.ts',
    'reliability/run-reliability.ts',
    'security/run-security.ts',
    ...['load', 'web', 'growth'].map((name) => `bench/${name}/bench-${name}.ts`),
  ];
  expect([...new Set(ofScripts)].toSorted()).toEqual(expected.toSorted());
});

test('a command line is accepted as a whole or refused with the usage text', () => {
  const command = {
    usage: 'Usage: try [--far] NAME',
    options: { far: { type: 'boolean' } },
    positionals: [1, 1],
  } as const;
  expect(parseCommandLine(command, ['--far', 'x'])).toMatchObject({
    values: { far: true },
    positionals: ['x'],
  });
  for (const args of [[], ['x', 'y'], ['x', '--fra'], ['x', '-f'], ['x', '--far=1']]) {
    const parse = () => parseCommandLine(command, args);
    expect(parse).toThrow(UsageError);
    expect(parse).toThrow(command.usage);
  }
});
