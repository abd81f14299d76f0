/**
 * `npm run notices`: writes what a build ships, with its licences: `dist/sbom.json` (CycloneDX: the packages that run and
 * those whose code is in the pages) and `dist/NOTICES.txt` (their licence texts). Ends with 1 when one has no licence.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCommandLine } from '#server/commands/command-line.ts';
import { repositoryRoot } from '#server/platform/config/repository-root.ts';

readCommandLine({ usage: 'Usage: npm run notices' });

interface Package {
  name: string;
  version: string;
  /** As package.json says, such as `MIT`. */
  licence: string | undefined;
  /** Its licence and notice files; empty: the package has none. */
  texts: string[];
}

interface Sbom {
  components: { name: string; version: string; purl: string; [more: string]: unknown }[];
}

/** Parts of the pages that are no modules: fonts and the style sheet's reset. */
const inPages = [
  '@fontsource-variable/ibm-plex-sans',
  '@fontsource/ibm-plex-sans-arabic',
  'tailwindcss',
];
/** Texts that the package itself leaves out. */
const elsewhere: Record<string, string> = {
  node: 'https://github.com/nodejs/node/blob/main/LICENSE has the licences of Node and of what it is built with.',
};

process.chdir(repositoryRoot);
const shipped = new Map(
  [...packagesThatRun(), ...packagesInPages()].map((one) => [`${one.name}@${one.version}`, one]),
);
const packages = [...shipped.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
const unlicensed = packages.filter(({ licence }) => !licence);
if (unlicensed.length > 0)
  throw new Error(`without a licence: ${unlicensed.map(({ name }) => name).join(', ')}`);

writeFileSync(
  'dist/NOTICES.txt',
  packages.map((one) => noticeOf(one)).join(`\n${'-'.repeat(80)}\n\n`),
);
const sbom = readSbom();
const listed = new Set(sbom.components.map(({ name, version }) => `${name}@${version}`));
for (const { name, version, licence } of packages.filter(
  (one) => !listed.has(`${one.name}@${one.version}`),
))
  sbom.components.push({
    'bom-ref': `${name}@${version}`,
    type: 'library',
    name,
    version,
    scope: 'required',
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    licenses: [/ /.test(licence!) ? { expression: licence } : { license: { id: licence } }],
  });
writeFileSync('dist/sbom.json', `${JSON.stringify(sbom, null, 2)}\n`);
process.stdout.write(`${packages.length} packages in dist/NOTICES.txt and dist/sbom.json\n`);

/** By npm itself, of the lock file alone. */
function readSbom(): Sbom {
  const npm = ['sbom', '--omit=dev', '--package-lock-only', '--sbom-format=cyclonedx'];
  const text = execFileSync('npm', npm, { encoding: 'utf8', maxBuffer: 2 ** 26 });
  return JSON.parse(text) as Sbom;
}

/** What `npm ci --omit=dev` leaves; optional ones of other machines are not there. */
function packagesThatRun(): Package[] {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean; optional?: boolean }>;
  };
  return Object.entries(lock.packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
    .flatMap(([path, { optional }]) => readPackage(path, optional === true) ?? []);
}

/** By Vite, whose bundle says which modules the pages are made of. */
function packagesInPages(): Package[] {
  const file = 'dist/web/client/.vite/licences.json';
  const modules = JSON.parse(readFileSync(file, 'utf8')) as {
    name: string;
    version: string;
    identifier?: string;
    text?: string;
  }[];
  return [
    ...modules.map(({ name, version, identifier, text }) => ({
      name,
      version,
      licence: identifier,
      texts: text === undefined ? [] : [text],
    })),
    ...inPages.map((name) => readPackage(join('node_modules', name), false)!),
  ];
}

function readPackage(path: string, isOptional: boolean): Package | undefined {
  try {
    const { name, version, license } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
    const texts = readdirSync(path, { withFileTypes: true })
      .filter(
        (entry) => entry.isFile() && /^(licen[cs]e|copying|notice|unlicense)/i.test(entry.name),
      )
      .filter((entry) => !/\.(js|ts)$/.test(entry.name))
      .map((entry) => readFileSync(join(path, entry.name), 'utf8').trim());
    return { name, version, licence: license, texts };
  } catch (error) {
    if (isOptional && (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function noticeOf({ name, version, licence, texts }: Package): string {
  const text =
    texts.length > 0 ? texts.join('\n\n') : (elsewhere[name] ?? 'The package has no further text.');
  return `${name} ${version}: ${licence}\n\n${text}\n`;
}
