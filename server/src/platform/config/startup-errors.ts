import type { Settings } from './settings.ts';

/** Messages for a failed start: one sentence with the variable, its value and the remedy. */

type SystemError = Error & { code?: string; path?: string; dest?: string };

/**
 * For a port that cannot be opened.
 * @returns the error to throw.
 */
export function explainPortError(
  variable: 'PORT' | 'METRICS_PORT',
  { host, port }: { host: string; port: number },
  cause: unknown,
): unknown {
  const words: Record<string, string> = {
    EADDRINUSE: `${variable}=${port} is taken on ${host}: stop what listens there, or set ${variable} to a free port.`,
    EACCES: `${variable}=${port} may not be used by this account: set ${variable} to a port above 1023.`,
    EADDRNOTAVAIL: `HOST=${host} is no address of this machine: set HOST to one, or leave it out.`,
    ENOTFOUND: `HOST=${host} is no known name: set HOST to an address of this machine, or leave it out.`,
  };
  return inWords(words[(cause as SystemError).code ?? ''], cause);
}

/** For a file system error about `DATA_DIR`; any other error is returned unchanged. */
export function explainDataDirError({ dataDir }: Settings, cause: unknown): unknown {
  const { code = '', path } = cause as SystemError;
  const isAboutIt = path?.startsWith(dataDir) || (path && dataDir.startsWith(path));
  if (!isAboutIt) return cause;
  const noFolder = `DATA_DIR=${dataDir} is not a folder: set DATA_DIR to a folder, which is made if need be.`;
  const noRight = `DATA_DIR=${dataDir} cannot be written: let this account write there, or set DATA_DIR to another folder.`;
  const words: Record<string, string> = {
    EEXIST: noFolder,
    ENOTDIR: noFolder,
    EACCES: noRight,
    EPERM: noRight,
    EROFS: noRight,
    ENOSPC: `DATA_DIR=${dataDir} is on a full disk: make room, or set DATA_DIR to another folder.`,
  };
  return inWords(words[code], cause);
}

/** For a failed connection to `DATABASE_URL`; any other error is returned unchanged. */
export function explainDatabaseError({ databaseUrl }: Settings, cause: unknown): unknown {
  if (!databaseUrl) return cause;
  const { code = '', message } = cause as SystemError;
  const { hostname, port, searchParams, pathname } = new URL(databaseUrl);
  const host = searchParams.get('host') ?? (hostname || 'localhost');
  const place = `${host}:${searchParams.get('port') ?? (port || 5432)}`;
  const isAway =
    /^(ECONN\w+|ENOTFOUND|ENOENT|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/.test(code) ||
    /^(timeout expired|Connection terminated)/.test(message);
  if (isAway) {
    return inWords(
      `DATABASE_URL: no PostgreSQL answers at ${place}: start it, correct the address, or leave it out.`,
      cause,
    );
  }
  const words: Record<string, string> = {
    '28P01': `DATABASE_URL: the PostgreSQL at ${place} refuses its user or password: correct them.`,
    '28000': `DATABASE_URL: the PostgreSQL at ${place} lets its user not in from here: correct it, or its pg_hba.conf.`,
    '3D000': `DATABASE_URL: the PostgreSQL at ${place} has no database "${pathname.slice(1)}": make it, or correct the name.`,
  };
  return inWords(words[code], cause);
}

const inWords = (words: string | undefined, cause: unknown): unknown =>
  words ? new Error(words, { cause }) : cause;
