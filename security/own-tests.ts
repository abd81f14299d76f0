import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { repositoryRoot } from '#server/platform/config/repository-root.ts';

/** A test of the suite that is an attack at its stated count already: it is run, not written again. */
interface OwnTest {
  file: (typeof files)[number];
  name: string;
  passed: boolean;
}

/** Files whose attacks scenarios count; they share one run of vitest. */
const files = [
  'server/src/accounts/accounts.races.test.ts',
  'server/src/accounts/sessions.test.ts',
  'server/src/accounts/back-off.test.ts',
  'server/src/accounts/email-links.test.ts',
  'server/src/accounts/attacks.test.ts',
  'server/src/accounts/contract.test.ts',
  'server/src/files/pdf-threats.test.ts',
  'server/src/platform/log.test.ts',
] as const;

let run: Promise<OwnTest[]> | undefined;

/**
 * Runs the tests of these files whose names match one of `names`.
 * @returns how many ran, and what failed or matched nothing.
 */
export async function runOwnTests(
  of: (typeof files)[number] | (typeof files)[number][],
  names: readonly RegExp[],
): Promise<{ count: number; found: string[] }> {
  const all = (await (run ??= runAll())).filter(({ file }) => [of].flat().includes(file));
  const matching = all.filter(({ name }) => names.some((pattern) => pattern.test(name)));
  return {
    count: matching.length,
    found: [
      ...names
        .filter((pattern) => !all.some(({ name }) => pattern.test(name)))
        .map((pattern) => `${[of].flat().join(', ')} has no test ${pattern.source}`),
      ...matching
        .filter(({ passed }) => !passed)
        .map(({ file, name }) => `${file}: ${name} failed`),
    ],
  };
}

async function runAll(): Promise<OwnTest[]> {
  const folder = mkdtempSync(join(tmpdir(), 'hamla-security-'));
  const report = join(folder, 'report.json');
  const args = ['vitest', 'run', '--reporter=json', `--outputFile=${report}`, ...files];
  // A test that fails is in the report.
  await promisify(execFile)(join(repositoryRoot, 'node_modules/.bin', args[0]!), args.slice(1), {
    cwd: repositoryRoot,
  }).catch(() => {});
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
      testResults: {
        name: string;
        assertionResults: { fullName: string; status: string }[];
      }[];
    };
    return testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, status }) => ({
        file: relative(repositoryRoot, name) as OwnTest['file'],
        name: fullName,
        passed: status === 'passed',
      })),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
