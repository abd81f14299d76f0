/**
 * `npm run proof`: what takes real clocks and killed processes, or tries many more of the same than `npm test`. It runs before
 * a release and by whoever touches its subject; `-- --only=model,screens` runs some parts. The last line counts the parts:
 * "N passed, N failed".
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCommandLine, refuseCommandLine } from '#server/commands/command-line.ts';

/** By name: to filter by the tag, Vitest would load every other file of the server too. */
const reliabilityTests = globSync('server/**/*.test.ts').filter((file) =>
  readFileSync(file, 'utf8').startsWith('/** @module-tag proof/reliability */'),
);

/** The commands of each part, tools of node_modules with their arguments, and what they find in the environment. */
const parts: Record<string, { commands: string[][]; env?: Record<string, string> }> = {
  reliability: {
    commands: [
      ['vitest', 'run', '--project=server', ...reliabilityTests],
      ['node', 'reliability/run-reliability.ts'],
    ],
  },
  input: {
    commands: [['vitest', 'run', '--project=server', 'server/scenarios/bad-input.test.ts']],
    env: { HOSTILE_INPUT: 'all' },
  },
  security: { commands: [['node', 'security/run-security.ts']] },
  model: {
    commands: [['vitest', 'run', '--project=server', 'server/scenarios/money-model']],
    env: { MODEL_SEEDS: process.env.MODEL_SEEDS ?? '1000' },
  },
  accounts: {
    commands: [['vitest', 'run', '--project=server', 'server/src/accounts/account-thieves']],
    env: { ACCOUNT_LIVES: process.env.ACCOUNT_LIVES ?? '1000' },
  },
  browser: { commands: [['playwright', 'test']], env: { E2E_VARIANTS: 'all' } },
  screens: {
    commands: [['playwright', 'test', '-c', 'playwright.screens.config.ts', 'check', 'translated']],
  },
  ratios: { commands: [['node', 'bench/check/bench-check.ts']] },
  bench: {
    commands: [['node', 'bench/load/bench-load.ts', '--scale=10k', '--runs=1', '--seconds=1']],
    env: { UV_THREADPOOL_SIZE: '2' },
  },
  faults: { commands: [['node', 'faults/run-faults.ts']] },
};

const { values } = readCommandLine({
  usage: `Usage: npm run proof -- [--only=NAME,…]\n\nThe parts: ${Object.keys(parts).join(', ')}.`,
  options: { only: { type: 'string' } },
});
const names = values.only?.split(',') ?? Object.keys(parts);
const unknown = names.find((name) => !(name in parts));
if (unknown) refuseCommandLine(`--only=${unknown} is none of ${Object.keys(parts).join(', ')}.`);

const outcomes: { name: string; passed: boolean; seconds: number }[] = [];
for (const name of names) {
  process.stdout.write(`\n── ${name}\n`);
  const from = performance.now();
  const { commands, env } = parts[name]!;
  let passed = true;
  for (const command of commands) passed = (await succeeds(command, env)) && passed;
  outcomes.push({ name, passed, seconds: Math.round((performance.now() - from) / 1000) });
}
process.stdout.write('\n');
for (const { name, passed, seconds } of outcomes)
  process.stdout.write(`${name} ${passed ? 'passed' : 'failed'} after ${seconds} s\n`);
const failed = outcomes.filter(({ passed }) => !passed).length;
process.exitCode = failed === 0 ? 0 : 1;
process.stdout.write(`\n${outcomes.length - failed} passed, ${failed} failed\n`);

async function succeeds([program, ...args]: string[], env = {}): Promise<boolean> {
  const child = spawn(join('node_modules', '.bin', program!), args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  const [status] = (await once(child, 'close').catch(() => [null])) as [number | null];
  return status === 0;
}
