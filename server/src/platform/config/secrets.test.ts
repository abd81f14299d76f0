import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadSecrets } from './secrets.ts';

let folder: string;
let dataDir: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hamla-secrets-'));
  dataDir = join(folder, 'below', 'data');
  file = join(dataDir, 'secret.key');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const key = (secrets: { derive(purpose: string): Buffer }) => secrets.derive('x').toString('hex');
const whole = /^[A-Za-z0-9+/]{43}=\n$/;

test('a key that is made is on disk before its name appears, and its folder before it is used', () => {
  /** For each flush: its path, whether the file held a whole key, and the content under the key's name at that time. */
  const flushed: [name: string, isKey: boolean, named: string][] = [];
  const stateOf = (path: string) => {
    if (!existsSync(path)) return 'nothing';
    return whole.test(readFileSync(path, 'utf8')) ? 'whole' : 'damaged';
  };
  loadSecrets({ dataDir }, (path) => {
    const isKey = basename(path).startsWith('secret.key') && stateOf(path) === 'whole';
    flushed.push([basename(path).replace(/new-.*/, 'new'), isKey, stateOf(file)]);
  });
  expect(flushed).toEqual([
    ['below', false, 'nothing'],
    [basename(folder), false, 'nothing'],
    ['secret.key.new', true, 'nothing'],
    ['secret.key', true, 'whole'],
    ['data', false, 'whole'],
  ]);
  expect(readdirSync(dataDir)).toEqual(['secret.key']);
});

test('a process killed at any flush leaves no key or a whole one, and the next start succeeds', () => {
  for (let moment = 1; moment <= 5; moment += 1) {
    const place = join(folder, String(moment), 'data');
    // SIGKILL leaves no time for cleaning up or for pending writes.
    const { signal } = spawnNode(
      `let flushes = 0;
       loadSecrets({ dataDir: ${JSON.stringify(place)} }, () => {
         flushes += 1;
         if (flushes === ${moment}) process.kill(process.pid, 'SIGKILL');
       });`,
    );
    expect(signal).toBe('SIGKILL');
    const named = join(place, 'secret.key');
    expect(existsSync(named)).toBe(moment > 3);
    const before = existsSync(named) ? readFileSync(named, 'utf8') : undefined;
    loadSecrets({ dataDir: place });
    const after = readFileSync(named, 'utf8');
    expect(after).toMatch(whole);
    expect(after).toBe(before ?? after);
  }
}, 60_000);

test('a key that cannot be written leaves no empty file under its name', () => {
  mkdirSync(dataDir, { recursive: true });
  const { status } = spawnNode(
    `loadSecrets({ dataDir: ${JSON.stringify(dataDir)} });`,
    'ulimit -f 0',
  );
  expect(status).not.toBe(0);
  expect(readdirSync(dataDir)).toEqual([]);
  expect(key(loadSecrets({ dataDir }))).toBe(key(loadSecrets({ dataDir })));
});

test('processes that start at once agree on one key', () => {
  mkdirSync(dataDir, { recursive: true });
  const { stdout } = spawnNode(
    `const found = loadSecrets({ dataDir: ${JSON.stringify(dataDir)} }, () => {
       // A second process writes its key while this one writes.
       if (depth++ === 0) other = loadSecrets({ dataDir: ${JSON.stringify(dataDir)} });
     });
     console.log([found, other].map((one) => one.derive('x').toString('hex')).join(' '));`,
    '',
    'let depth = 0, other;',
  );
  const [one, two] = stdout.trim().split(' ');
  expect(one).toBe(key(loadSecrets({ dataDir })));
  expect(two).toBe(one);
});

test('an empty or damaged key file is refused with a message and not changed', () => {
  mkdirSync(dataDir, { recursive: true });
  const damaged = {
    '': 'empty',
    '\n': 'empty',
    abc: 'damaged',
    // Decodes to 32 bytes only if invalid base64 characters were skipped.
    [`!${Buffer.alloc(32, 'k').toString('base64')}`]: 'damaged',
  };
  for (const [text, word] of Object.entries(damaged)) {
    writeFileSync(file, text);
    expect(() => loadSecrets({ dataDir })).toThrow(
      `${file} is ${word}: it must hold 32 bytes in base64. Put it back from a backup, or set SECRET_KEY to what it held.`,
    );
    expect(readFileSync(file, 'utf8')).toBe(text);
  }
});

test('the key file is readable by its owner only', () => {
  loadSecrets({ dataDir });
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('each purpose derives its own bytes, and always the same', () => {
  const secrets = loadSecrets({ dataDir });
  expect(secrets.derive('signing codes')).toHaveLength(32);
  expect(secrets.derive('signing codes')).toEqual(secrets.derive('signing codes'));
  expect(secrets.derive('signing codes')).not.toEqual(secrets.derive('signing keys'));
});

test('no key is made when a database exists whose key is missing', () => {
  mkdirSync(join(dataDir, 'postgres'), { recursive: true });
  expect(() => loadSecrets({ dataDir })).toThrow(
    `DATA_DIR=${dataDir} holds a database but no secret.key, and a new key would open nothing in it: put the file back from a ` +
      'backup, or set SECRET_KEY to what it held.',
  );
  expect(existsSync(file)).toBe(false);
  expect(() =>
    loadSecrets({ dataDir, secretKey: Buffer.alloc(32).toString('base64') }),
  ).not.toThrow();
});

/** Runs `script` in a new process that imports `loadSecrets`. */
function spawnNode(script: string, limit = '', before = '') {
  const source = `import { loadSecrets } from ${JSON.stringify(join(import.meta.dirname, 'secrets.ts'))};\n${before}\n${script}`;
  return spawnSync(
    '/bin/sh',
    [
      '-c',
      `${limit ? `${limit} && ` : ''}exec "$0" --input-type=module --eval "$1"`,
      process.execPath,
      source,
    ],
    { encoding: 'utf8' },
  );
}
