import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repositoryRoot } from '#server/platform/config/repository-root.ts';
import { scenario } from '../../reliability/scenario.ts';

const exec = promisify(execFile);
const runIn = async (program: string, args: string[]) => {
  const options = { cwd: repositoryRoot, maxBuffer: 2 ** 28 };
  return exec(program, args, options).then(
    ({ stdout }) => stdout,
    // npm says with its status what its output says too.
    (error: { stdout?: string }) => error.stdout ?? '',
  );
};

/** How secrets look that were handed out by somebody, or made by a tool. */
const secrets: Record<string, RegExp> = {
  'a private key': /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  'a key of AWS': /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/,
  'a token of GitHub': /\bgh[pousr]_[A-Za-z0-9]{36,}\b/,
  'a token of npm': /\bnpm_[A-Za-z0-9]{36}\b/,
  'a token of Slack': /\bxox[abprs]-[A-Za-z0-9-]{10,}/,
  'a key of Google': /\bAIza[0-9A-Za-z_-]{35}\b/,
  'a key of Stripe': /\b[rs]k_live_[0-9A-Za-z]{20,}\b/,
  'a token that was signed': /\beyJ[A-Za-z0-9_-]{20,}\.eyJ[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}/,
  // A word in capitals stands for one in the docs.
  'a password in an address':
    /\b(?:postgres(?:ql)?|smtps?|https?):\/\/[^\s:/@'"`$<>{}]+:(?![A-Z_]+@)[^\s:/@'"`$<>{}]{12,}@/,
  'a secret that is set':
    /^(?:export )?[A-Z_]*(?:SECRET_KEY|ACCESS_KEY|BACKUP_KEY|PASSWORD)=["']?[A-Za-z0-9+/=]{20,}/m,
};

export default scenario({
  id: 'S20',
  title: 'secrets in the repository, and what it is built of',
  small: {},
  full: {},
  async run(_counts, outcome) {
    const files = (await runIn('git', ['ls-files', '-z'])).split('\0').filter(Boolean);
    const found = files.flatMap((file) => secretsIn(file, readText(file)));
    outcome.expectNone(found);
    outcome.expectNoticed(
      'a key of AWS',
      secretsIn('x', `key = "${['AKIA', 'IOSFODNN7EXAMPLQ'].join('')}"`),
    );
    const locked = packagesOf(readText('package-lock.json'));
    outcome.expectNone(unverified(locked));
    outcome.expectNoticed('a package without its digest', unverified([{ name: 'x' }]));
    const bill = JSON.parse(
      await runIn('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--omit=dev']),
    ) as {
      components?: unknown[];
    };
    const components = bill.components?.length ?? 0;
    outcome.expect(components > 0, 'npm makes no bill of materials');
    const audit = await auditOf();
    outcome.expectNone(audit.found);
    return `${files.length} files, ${found.length} secrets; ${locked.length} locked packages, ${components} in the bill of materials; ${audit.said}`;
  },
});

function readText(file: string): string {
  try {
    return readFileSync(join(repositoryRoot, file), 'utf8');
  } catch {
    // A file that is deleted and not committed, or a folder that git knows as one entry.
    return '';
  }
}

const secretsIn = (file: string, text: string) =>
  Object.entries(secrets)
    .filter(([, pattern]) => pattern.test(text))
    // Tests of settings make passwords up.
    .filter(([name]) => !(name === 'a password in an address' && file.endsWith('.test.ts')))
    .map(([name]) => `${file} has ${name}`);

interface LockedPackage {
  name: string;
  /** Only of what does not come from the registry (.npmrc). */
  resolved?: string;
  integrity?: string;
  /** Comes inside another package, under its digest. */
  inBundle?: boolean;
}

const packagesOf = (lock: string): LockedPackage[] =>
  Object.entries(
    (JSON.parse(lock) as { packages: Record<string, Omit<LockedPackage, 'name'>> }).packages,
  )
    .filter(([name]) => name !== '')
    .map(([name, one]) => ({ name, ...one }));

/** Packages that npm would take from elsewhere than its registry, or without comparing their digest. */
const unverified = (packages: readonly LockedPackage[]) =>
  packages
    .filter(({ inBundle }) => !inBundle)
    .filter(
      ({ resolved, integrity = '' }) => resolved !== undefined || !integrity.startsWith('sha512-'),
    )
    .map(({ name }) => `${name} is not locked to a digest of the registry`);

/** Known weaknesses of what runs. A registry that does not answer says nothing of them, and the figures say so. */
async function auditOf(): Promise<{ said: string; found: string[] }> {
  const answer = await runIn('npm', ['audit', '--omit=dev', '--json']);
  const { metadata } = (answer ? JSON.parse(answer) : {}) as {
    metadata?: { vulnerabilities: Record<string, number> };
  };
  if (!metadata) return { said: 'npm audit NOT ASKED: the registry does not answer it', found: [] };
  const { high = 0, critical = 0, total = 0 } = metadata.vulnerabilities;
  return {
    said: `npm audit: ${total} weaknesses, ${high + critical} high`,
    found: high + critical > 0 ? [`npm audit names ${high + critical} high weaknesses`] : [],
  };
}
