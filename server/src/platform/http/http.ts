import { isIP } from 'node:net';
import swagger from '@fastify/swagger';
import underPressure, { type FastifyUnderPressureOptions } from '@fastify/under-pressure';
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
} from 'fastify';
import {
  fastifyZodOpenApiPlugin,
  fastifyZodOpenApiTransformers,
  validatorCompiler,
} from 'fastify-zod-openapi';
import type { Logger } from 'pino';
import { AppError } from '../app-error.ts';
import { telemetry } from '../telemetry.ts';
import { compressReplies } from './compress.ts';
import { safeHeadersOf, sendSafeHeaders } from './safe-headers.ts';
import { exactNumbers } from './exact-numbers.ts';
import { configureValidationMessages } from './validation-messages.ts';
import { sendProblem } from './errors.ts';
import { requestIds } from './request-ids.ts';
import { limitWaiting, patienceOf, type Patience } from './waiting-requests.ts';

interface HttpOptions {
  log: FastifyBaseLogger;
  trustProxy: boolean;
  /** Served over https: browsers are told to insist on it. */
  https: boolean;
  /** Time limit for the body of a request, uploads excepted. */
  bodyMs?: number;
  /** Counts the calls that were refused because the process was too busy, or too many waited. */
  shed?: { requests: number };
  patience?: Patience;
  /** When the process refuses calls because it is too busy. Default: the event loop is two seconds late. */
  busyWhen?: Pick<
    FastifyUnderPressureOptions,
    'maxEventLoopDelay' | 'maxHeapUsedBytes' | 'sampleInterval'
  >;
}

/** Whether the URL is a call of the product API or the account service, not a page or file. */
export const isCall = (url: string): boolean => groupOf(url) !== undefined;

/** `api` or `auth/v1`, which hashes passwords and waits for that. */
const groupOf = (url: string): string | undefined => /^\/(api|auth\/v1)(?:[/?]|$)/.exec(url)?.[1];

const isUpload = ({ routeOptions }: FastifyRequest) =>
  routeOptions.schema?.consumes?.includes('multipart/form-data') === true;

/**
 * Limits the time of a body, so that slow senders cannot hold connections. Uploads have their own limits
 * (receive-file.ts).
 */
function limitBodies(app: FastifyInstance, bodyMs: number): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request;
    const hasBody =
      raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length']) > 0;
    if (hasBody && !isUpload(request)) {
      const timer = setTimeout(() => {
        if (!raw.complete) raw.socket.destroy();
      }, bodyMs);
      const stop = () => clearTimeout(timer);
      raw.once('end', stop).once('close', stop);
    }
    done();
  });
}

/**
 * Ignores forwarded values that are no IP address; the sender is then the proxy. Addresses with a zone are ignored too,
 * because a zone is local to one machine.
 */
function ignoreForgedAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { ip } = request;
    if (isIP(ip) === 0 || ip.includes('%')) delete request.raw.headers['x-forwarded-for'];
    done();
  });
}

/** Logs one line for each request, at the level that shows it. */
function logRequests(app: FastifyInstance, log: FastifyBaseLogger): void {
  const shown = (log as Partial<Logger>).isLevelEnabled?.('info') ?? true;
  if (!shown) return;
  app.addHook('onResponse', (request, reply, done) => {
    // The route and not the URL, because paths and query strings may hold personal data.
    request.log.info(
      {
        route: request.routeOptions.url,
        method: request.method,
        status: reply.statusCode,
        ms: reply.elapsedTime,
      },
      'request',
    );
    done();
  });
}

/**
 * Headers are described for the OpenAPI document only; the code that reads a header checks it and names it in its
 * refusal.
 */
const validate: typeof validatorCompiler = (route) =>
  route.httpPart === 'headers' ? (value: unknown) => ({ value }) : validatorCompiler(route);

/**
 * The Fastify instance that every capability registers on: security headers on all replies, problem documents for all
 * errors, JSON as the only body type, and the OpenAPI document at /api/openapi.json.
 */
export async function buildHttp({
  log,
  trustProxy,
  https,
  bodyMs = 10_000,
  shed = { requests: 0 },
  patience = patienceOf(5),
  busyWhen = { maxEventLoopDelay: 2_000 },
}: HttpOptions): Promise<FastifyInstance> {
  const headers = safeHeadersOf(https);
  const app = fastify({
    loggerInstance: log,
    // One hop: the address that the product's own proxy appended. Earlier ones may be forged.
    trustProxy: trustProxy && ((_address, hop) => hop < 1),
    genReqId: requestIds(trustProxy),
    bodyLimit: 1024 * 1024,
    // For uploads, which receive-file.ts ends before. limitBodies handles all other bodies.
    requestTimeout: 16 * 60_000,
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
    connectionTimeout: 0,
    routerOptions: { maxParamLength: 500 },
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'request_id',
    }),
    forceCloseConnections: 'idle',
    // Ours says when to try again (end-connections.ts).
    return503OnClosing: false,
    // For URLs that no route can match, such as an invalid escape or a parameter that is too long. No hook runs.
    frameworkErrors: (_error, request, reply) => {
      void reply.headers({ ...headers, 'cache-control': 'no-store', 'x-request-id': request.id });
      sendProblem(new AppError('not_found'), request, reply);
    },
  }) as unknown as FastifyInstance;

  telemetry()?.watchRequests(app, trustProxy);
  ignoreForgedAddresses(app);
  limitBodies(app, bodyMs);
  logRequests(app, log);
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) {
      void reply.header('cache-control', 'no-store');
    }
    void reply.header('x-request-id', request.id);
    done();
  });

  compressReplies(app);
  sendSafeHeaders(app, headers);
  const onShed = () => void (shed.requests += 1);
  limitWaiting(app, { patience, groupOf, onShed });
  await app.register(underPressure, {
    ...busyWhen,
    // Pages and files are served even when busy, so that a user sees a screen that retries its calls, instead of JSON.
    // /healthz reports that the process is alive.
    pressureHandler: ({ url }) => {
      if (!isCall(url)) return;
      onShed();
      throw new AppError('unavailable');
    },
  });

  configureValidationMessages();
  app.setValidatorCompiler(validate);
  // Replies are JSON text already (operations.ts); anything else is small.
  app.setSerializerCompiler(() => JSON.stringify);
  app.setErrorHandler(sendProblem);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body as string;
    if (text === '') return done(null, undefined);
    void app.getDefaultJsonParser('error', 'error')(request, text, (error, parsed) =>
      done(error, error || !request.url.startsWith('/api/') ? parsed : exactNumbers(text, parsed)),
    );
  });

  await app.register(fastifyZodOpenApiPlugin);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Hamla',
        version: '1',
        description:
          'Advertise now, pay later. Money is an exact decimal string in SAR; dates are Riyadh dates.',
      },
      components: {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      },
    },
    ...fastifyZodOpenApiTransformers,
    // Only operations of the contract are in the document.
    transform: (route) =>
      fastifyZodOpenApiTransformers.transform(
        route.schema?.operationId ? route : { ...route, schema: { hide: true } },
      ),
  });
  app.get('/api/openapi.json', { schema: { hide: true } }, () => app.swagger());
  return app;
}
