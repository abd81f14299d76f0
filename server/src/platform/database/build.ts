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
 * The lowest level that this schema serves. A change that breaks the previous build raises this to its own level.
 * Builds before 0.1.0 have no levels and are refused; from 0.2.0 on the previous release is served.
 */
const oldestServed = (level: number): number => level;

export function readBuild(): Build {
  const { version } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')) as {
    version: string;
  };
  const migrations = readMigrations();
  const level = levelOf(version, migrations);
  return {
    release: version,
    level,
    oldestServedLevel: oldestServed(level),
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
  return readdirSync(migrationsFolder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const text = readFileSync(join(migrationsFolder, file), 'utf8');
      return { name: file.slice(0, -'.sql'.length), text, checksum: sha256(text) };
    });
}

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
