import { finished } from 'node:stream/promises';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type pg from 'pg';
import { errorMessages } from '#api/error-messages.ts';
import type { Quotas } from '#domain/quotas.ts';
import { languageOf, setLanguageHeaders } from '../platform/http/language.ts';
import { AppError } from '../platform/app-error.ts';
import { callFunctionAs } from '../platform/database/call-function.ts';
import type { Clock } from '../platform/clock.ts';
import type { RegisterOperation } from '../platform/http/operations.ts';
import type { Secrets } from '../platform/config/secrets.ts';
import { createLimiter } from '../platform/concurrency/limiter.ts';
import type { ObjectStore } from './object-store.ts';
import { createDownloadLink, openFile } from './open-file.ts';
import { multipartOptions, type ReceiveFile } from './receive-file.ts';
import type { ScanFile } from './scan-for-viruses.ts';
import { countUpload, namingKind, uploadFile } from './upload-file.ts';

const defaultLimits = {
  /** For all users: complete files being checked, encrypted and stored (about 25 MB each). */
  uploads: { maxConcurrent: 3, maxWaiting: 30 },
  downloads: { maxConcurrent: 8, maxWaiting: 60 },
  /** A download that takes longer is cut off. */
  deliveryMs: 120_000,
};

export interface FilesDeps {
  /** Pool of the role hamla_app. */
  pool: pg.Pool;
  clock: Clock;
  store: ObjectStore;
  secrets: Secrets;
  scan: ScanFile;
  receive: ReceiveFile;
  /** Null: no quota is checked. */
  quotas: Quotas | null;
  limits?: Partial<typeof defaultLimits>;
}

/** Registers uploads and download links as operations of the contract, and the links' own route `/files/…`. */
export async function registerFiles(
  app: FastifyInstance,
  route: RegisterOperation,
  deps: FilesDeps,
): Promise<void> {
  const limits = { ...defaultLimits, ...deps.limits };
  const inUploadSlot = createLimiter(limits.uploads);
  const inDownloadSlot = createLimiter(limits.downloads);
  await app.register(multipart, multipartOptions);

  route('upload_file', (call) =>
    namingKind(call.params.kind, () =>
      deps.receive(call, async (receive) => {
        await countUpload(deps, call);
        const file = await receive();
        // After the body was received, so that a slow sender does not hold a slot.
        return inUploadSlot(() => uploadFile(deps, call, file));
      }),
    ),
  );
  route('list_files', (call) =>
    callFunctionAs(deps.pool, 'list_files', call, {
      store: call.params.store,
      limit: call.query.limit,
      offset: call.query.offset,
    }),
  );
  route('discard_upload', (call) =>
    callFunctionAs(deps.pool, 'discard_upload', call, { id: call.params.id }),
  );
  route('create_download_link', (call) => createDownloadLink(deps, call, call.body));

  // A wildcard, because a parameter has a length limit that a link with a long name exceeds.
  app.get<{ Params: { '*': string } }>(
    '/files/*',
    { schema: { hide: true } },
    async (request, reply) => {
      try {
        await inDownloadSlot(async () => {
          const file = await openFile(deps, request.params['*'], deps.clock.now());
          sendFile(reply, file);
          // The file stays in memory until the last byte is sent or the client leaves.
          const signal = AbortSignal.timeout(limits.deliveryMs);
          await finished(reply.raw, { signal }).catch(() => reply.raw.destroy());
        });
        return reply;
      } catch (error) {
        if (!isExpired(error) || !request.headers.accept?.includes('text/html')) throw error;
        // The response is for a person, not a program.
        const language = languageOf(request);
        setLanguageHeaders(reply, language);
        const words = errorMessages[language].link_expired;
        return reply.status(410).type('text/plain; charset=utf-8').send(words);
      }
    },
  );
}

const isExpired = (error: unknown) => error instanceof AppError && error.code === 'link_expired';

/** Always sent as an attachment that browsers neither interpret, cache nor run. */
function sendFile(
  reply: FastifyReply,
  file: { name: string; content_type: string; bytes: Buffer },
): void {
  void reply
    .header('content-disposition', attachment(file.name))
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .type(file.content_type)
    .send(file.bytes);
}

/** RFC 6266: the file name in UTF-8, and in ASCII for clients that need it. */
function attachment(name: string): string {
  const ascii = name.replace(/[^ -~]|["\\%]/gu, '_');
  const utf8 = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${utf8}`;
}
