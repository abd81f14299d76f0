import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../config/repository-root.ts';

/** The schema that this build migrates a database to. */
export interface Build {
  /** As in package.json. */
  release: string;
  /**
   * The build as a number that grows with each release and migration: the release (0.1.0 is 1,000, 0.2.0 is 2,000),
   * followed by the newest migration's number in four digits.
   */
  level: number;
  /** The lowest level of a build that still works on this schema. */
  oldestServedLevel: number;
  migrations: Migration[];
  /** The SQL files beside the use cases, in replay order. */
  files: { path: string; text: string }[];
  /** The catalogue objects that migrations make, one a line (catalogue.ts). */
  tables: string[];
}

export interface Migration {
  /** File name without its ending. */
  name: string;
  text: string;
  /** SHA-256 of the file, hexadecimal. */
  checksum: string;
}

export const migrationsFolder = join(repositoryRoot, 'server', 'migrations');
/** Written by `npm run record-migrations`: the catalogue of the tables, and the checksums of migrations. */
export const recordedCatalogue = join(migrationsFolder, 'catalogue.txt');
export const recordedChecksums = join(migrationsFolder, 'checksums.txt');

/**
 * The lowest level that this schema serves: that of the release before, from 0.3.0 on. Builds before 0.1.0 have no levels and
 * are refused.
 */
const OLDEST_SERVED_LEVEL = 30_000_185;

/** The release and the level of this build, without its files. */
export function readRelease(): Pick<Build, 'release' | 'level'> {
  const { version } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')) as {
    version: string;
  };
  return {
    release: version,
    level: levelOf(
      version,
      migrationNames().map((name) => ({ name })),
    ),
  };
}

export function readBuild(): Build {
  const { release, level } = readRelease();
  const migrations = readMigrations();
  return {
    release,
    level,
    oldestServedLevel: OLDEST_SERVED_LEVEL,
    migrations,
    files: schemaFiles().map((path) => ({ path, text: readFileSync(path, 'utf8') })),
    tables: readRecordedCatalogue(),
  };
}

/** @param release `major.minor.patch` */
export function levelOf(release: string, migrations: Pick<Migration, 'name'>[]): number {
  const [major = 0, minor = 0, patch = 0] = release
    .split('.')
    .map((part) => Number.parseInt(part, 10));
  const newest = Math.max(0, ...migrations.map(({ name }) => Number.parseInt(name, 10)));
  return ((major * 1000 + minor) * 1000 + patch) * 10_000 + newest;
}

/** All migrations of the folder in the order of their application. */
export function readMigrations(): Migration[] {
  return migrationNames().map((name) => {
    const text = readFileSync(join(migrationsFolder, `${name}.sql`), 'utf8');
    return { name, text, checksum: sha256(text) };
  });
}

const migrationNames = (): string[] =>
  readdirSync(migrationsFolder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => file.slice(0, -'.sql'.length));

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Absolute paths of all SQL files below `server/src`, sorted. */
function schemaFiles(): string[] {
  const sources = join(repositoryRoot, 'server', 'src');
  return readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => join(sources, file));
}

/** Empty before the first recording: then nothing is compared. */
function readRecordedCatalogue(): string[] {
  if (!existsSync(recordedCatalogue)) return [];
  return readFileSync(recordedCatalogue, 'utf8').split('\n').filter(Boolean);
}
