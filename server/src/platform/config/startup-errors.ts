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
  const place = variable === 'PORT' ? 'HOST' : 'METRICS_HOST';
  const words: Record<string, string> = {
    EADDRINUSE: `${variable}=${port} is taken on ${host}: stop what listens there, or set ${variable} to a free port.`,
    EACCES: `${variable}=${port} may not be used by this account: set ${variable} to a port above 1023.`,
    EADDRNOTAVAIL: `${place}=${host} is no address of this machine: set ${place} to one, or leave it out.`,
    ENOTFOUND: `${place}=${host} is no known name: set ${place} to an address of this machine, or leave it out.`,
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

/** For a failed connection of the owner (open-database.ts); any other error is returned unchanged. */
export function explainDatabaseError(settings: Settings, cause: unknown): unknown {
  const { databaseUrl, databaseDirectUrl } = settings;
  if (!databaseUrl) return cause;
  const { code = '', message } = cause as SystemError;
  const variable = databaseDirectUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL';
  const { hostname, port, searchParams, pathname } = new URL(databaseDirectUrl ?? databaseUrl);
  const host = searchParams.get('host') ?? (hostname || 'localhost');
  const place = `${host}:${searchParams.get('port') ?? (port || 5432)}`;
  // An error with a code of PostgreSQL's comes from the other side: its certificate was accepted.
  if (!/^\d/.test(code) && tlsProblem(cause) === 'certificate')
    return inWords(
      `${variable}: the certificate of the PostgreSQL at ${place} is not accepted (${message}): use the host name that it ` +
        'is for, and name its authority as sslrootcert=/path/of/ca.pem.',
      cause,
    );
  if (message === 'The server does not support SSL connections')
    return inWords(
      `${variable}: the PostgreSQL at ${place} offers no TLS, which sslmode asks for: turn it on there, or set ` +
        'sslmode=disable where nobody else reads the connection.',
      cause,
    );
  if (message.startsWith('unsupported startup parameter'))
    return inWords(throughPooler(variable), cause);
  const isAway =
    /^(ECONN\w+|ENOTFOUND|ENOENT|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/.test(code) ||
    /^(timeout expired|Connection terminated)/.test(message);
  if (isAway) {
    return inWords(
      `${variable}: no PostgreSQL answers at ${place}: start it, correct the address, or leave it out.`,
      cause,
    );
  }
  const words: Record<string, string> = {
    '28P01': `${variable}: the PostgreSQL at ${place} refuses its user or password: correct them.`,
    '28000': `${variable}: the PostgreSQL at ${place} lets its user not in from here: correct it, or its pg_hba.conf.`,
    '3D000': `${variable}: the PostgreSQL at ${place} has no database "${pathname.slice(1)}": make it, or correct the name.`,
  };
  return inWords(words[code], cause);
}

/** A connection without the time limit that it was opened with, or that was refused for it. */
export const throughPooler = (variable = 'DATABASE_URL'): string =>
  `${variable} leads through a pooler, which carries neither locks nor LISTEN: set DATABASE_DIRECT_URL to an address of the ` +
  'primary itself (docs/scaling.md).';

/** A failed probe in words. `isLasting`: no later try succeeds before a person has changed something. */
export interface Fault {
  words: string;
  isLasting: boolean;
}

const certificateError =
  /certificate|altnames|self.signed|unable to (verify|get)|CERT_|UNABLE_TO_|ERR_TLS_CERT/i;

/** `protocol`: the other side speaks no TLS. */
function tlsProblem(cause: unknown): 'certificate' | 'protocol' | undefined {
  const { code = '', message } = cause as SystemError;
  if (certificateError.test(code) || certificateError.test(message)) return 'certificate';
  return /wrong version number|packet length too long/.test(message) ? 'protocol' : undefined;
}

const untrusted = (message: string) =>
  `is not accepted (${message.trim()}): use the host name that it is for, have it renewed, or name its authority's file in ` +
  'NODE_EXTRA_CA_CERTS.';

/** For a failed probe of `SMTP_URL`, or of the outbox. */
export function explainMailFault(settings: Settings, cause: unknown): Fault {
  const { smtpUrl } = settings;
  if (!smtpUrl) return explainFolderFault(settings, 'mails', cause);
  const { hostname, port, protocol } = new URL(smtpUrl);
  const place = `the mail server at ${hostname}:${port || (protocol === 'smtps:' ? 465 : 587)}`;
  const { code, message, name, responseCode } = cause as SystemError & { responseCode?: number };
  const lasting = (words: string): Fault => ({ words, isLasting: true });
  if (name === 'TlsMissing') return lasting(message);
  // A code below 500 means that it may work later.
  if (code === 'EAUTH' && (responseCode ?? 500) >= 500)
    return lasting(`SMTP_URL: ${place} refuses its user or password: correct them.`);
  const tls = tlsProblem(cause);
  if (tls === 'certificate')
    return lasting(`SMTP_URL: the certificate of ${place} ${untrusted(message)}`);
  if (tls === 'protocol')
    return lasting(
      `SMTP_URL: ${place} does not begin with TLS: write smtp:// instead of smtps://.`,
    );
  return {
    words: `SMTP_URL: ${place} cannot be used now (${message}). Mail waits and is tried again; correct the address if it is wrong.`,
    isLasting: false,
  };
}

/** For a failed probe of the bucket, or of the folder of files. */
export function explainStoreFault(settings: Settings, cause: unknown): Fault {
  const { s3 } = settings;
  // The store's own error says why; the one around it says only that nothing was changed.
  const error = ((cause as Error).cause ?? cause) as SystemError & {
    $metadata?: { httpStatusCode?: number };
  };
  if (!s3) return explainFolderFault(settings, 'files', error);
  const place = `the store at ${s3.endpoint ? new URL(s3.endpoint).host : `AWS in ${s3.region}`}`;
  const { name, message, $metadata: { httpStatusCode: status = 0 } = {} } = error;
  const lasting = (words: string): Fault => ({ words, isLasting: true });
  const words: Record<string, string> = {
    NoSuchBucket: `S3_BUCKET=${s3.bucket}: ${place} has no such bucket: make it, or correct the name.`,
    CredentialsProviderError:
      'S3_BUCKET is set without keys, and this machine has no role that gives some: set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.',
    RequestTimeTooSkewed: `S3_BUCKET: ${place} finds this machine's clock wrong: set it.`,
    PermanentRedirect: `S3_REGION=${s3.region}: the bucket ${s3.bucket} is in another region: correct it.`,
    AuthorizationHeaderMalformed: `S3_REGION=${s3.region}: ${place} is in another region: correct it.`,
  };
  if (words[name]) return lasting(words[name]);
  if (status === 401 || status === 403)
    return lasting(
      `S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: ${place} refuses them for the bucket ${s3.bucket} (${name}): correct them, or let ` +
        'them put, get and delete its objects.',
    );
  const tls = tlsProblem(error);
  if (tls === 'certificate')
    return lasting(`S3_ENDPOINT: the certificate of ${place} ${untrusted(message)}`);
  if (tls === 'protocol')
    return lasting(`S3_ENDPOINT: ${place} speaks no TLS: write http:// instead of https://.`);
  if (status >= 400 && status < 500 && status !== 408 && status !== 429)
    return lasting(
      `S3_ENDPOINT: ${place} refuses an object (${status} ${name}): correct S3_ENDPOINT, S3_BUCKET or S3_REGION.`,
    );
  return {
    words: `S3_ENDPOINT: ${place} cannot be used now (${message || name}). Files wait; correct the address if it is wrong.`,
    isLasting: false,
  };
}

/** A full disk may have room later; one that cannot be written stays so. */
function explainFolderFault(settings: Settings, what: string, cause: unknown): Fault {
  const explained = explainDataDirError(settings, cause) as SystemError;
  const { code } = cause as SystemError;
  const isExplained = explained !== cause;
  return {
    words: isExplained
      ? explained.message
      : `DATA_DIR=${settings.dataDir} cannot keep ${what} now (${explained.message}).`,
    isLasting: isExplained && code !== 'ENOSPC',
  };
}

const inWords = (words: string | undefined, cause: unknown): unknown =>
  words ? new Error(words, { cause }) : cause;
