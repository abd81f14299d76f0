import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Settings } from '../platform/config/settings.ts';
import { AppError } from '../platform/app-error.ts';
import type { ReceivedFile } from './receive-file.ts';

/** @throws AppError `file_infected`, or `unavailable` when clamd has not said that the file is clean. */
export type ScanFile = (file: ReceivedFile) => Promise<void>;

/** clamd checks the largest upload in some two seconds. */
const LIMIT_MS = 8_000;
const RETRY_AFTER_SECONDS = 30;

/** Has clamd look at each file (docs/decisions/0084-virus-scanner.md); without one, files are only checked by us. */
export function virusScanner(clamav: Settings['clamav'], limitMs = LIMIT_MS): ScanFile {
  if (!clamav) return async () => {};
  return async ({ name, bytes }) => {
    const verdict = await askClamd(clamav, bytes, limitMs).catch((cause: unknown) => {
      throw unscanned(cause);
    });
    if (verdict === 'stream: OK') return;
    if (!/^stream: .+ FOUND$/.test(verdict)) throw unscanned(new Error(`clamd: ${verdict}`));
    throw new AppError('file_infected', {
      words: `${name} contains the signature of a virus. Check your device, and upload a clean copy.`,
    });
  };
}

/** Fails closed: what nobody has looked at is not stored. */
const unscanned = (cause: unknown) =>
  new AppError('unavailable', { cause, retryAfterSeconds: RETRY_AFTER_SECONDS });

/**
 * The verdict of clamd's INSTREAM (man 8 clamd): chunks, each after its length in four bytes, and one of length zero.
 * @throws Error when there is no whole verdict in time.
 */
async function askClamd(
  { host, port }: NonNullable<Settings['clamav']>,
  bytes: Buffer,
  limitMs: number,
): Promise<string> {
  const socket = connect({ host, port, signal: AbortSignal.timeout(limitMs) });
  try {
    await once(socket, 'connect');
    const verdict = text(socket);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    for (const part of ['zINSTREAM\0', length, bytes, Buffer.alloc(4)]) socket.write(part);
    const said = await verdict;
    if (!said.endsWith('\0')) throw new Error('clamd: the answer was cut off');
    return said.slice(0, -1);
  } finally {
    socket.destroy();
  }
}
