import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../config/repository-root.ts';

/** What this build brings a database to. */
export interface Build {
  /** As in package.json. */
  release: string;
  /**
   * Grows with every release and every migration: the release as a number (0.1.0 is 1,000, 0.2.0 is 2,000), then four digits of
   * the newest migration's number.
   */
  level: number;
  /** The lowest level whose builds still work on the schema of this one. */
  oldestServedLevel: number;
  migrations: Migration[];
  /** The SQL files beside the use cases, by path. */
  files: { path: string; text: string }[];
  /** What the migrations leave in the catalogue, one object a line (catalogue.ts). */
  tables: string[];
}

export interface Migration {
  /** The file's name without its ending. */
  name: string;
  text: string;
  /** SHA-256 of the file, in hexadecimal digits. */
  checksum: string;
}

export const migrationsFolder = join(repositoryRoot, 'server', 'migrations');
/** What `npm run record-migrations` writes: the tables' part of the catalogue, and the checksums of migrations. */
export const recordedCatalogue = join(migrationsFolder, 'catalogue.txt');
export const recordedChecksums = join(migrationsFolder, 'checksums.txt');

/**
 * The first level that this schema still serves. Builds of before 0.1.0 know no levels and are refused. A change that breaks the
 * build before it raises this to its own level; from 0.2.0 on the release before is to be served.
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

/** Of the folder, in the order in which they are applied. */
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

/** The SQL files beside the use cases, wherever they lie in `server/src`. Absolute paths, in their order. */
function schemaFiles(): string[] {
  const sources = join(repositoryRoot, 'server', 'src');
  return readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => join(sources, file));
}

/** None where nothing has been recorded yet: then nothing is compared. */
function readRecordedCatalogue(): string[] {
  if (!existsSync(recordedCatalogue)) return [];
  return readFileSync(recordedCatalogue, 'utf8').split('\n').filter(Boolean);
}
