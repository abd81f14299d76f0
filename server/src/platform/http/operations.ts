import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchemaCompiler } from 'fastify';
import { validatorCompiler } from 'fastify-zod-openapi';
import { z } from 'zod';
import { contract, type Contract, type OperationSchemas } from '#api/contract.ts';
import { operations, type Operation, type OperationId } from '#api/operations.ts';
import { problem } from '#api/wire.ts';
import { AppError } from '../app-error.ts';
import { SEND_JSON } from './errors.ts';
import type { Clock } from '../clock.ts';

/** The user and session of an access token. Each operation's SQL checks that the session is still open. */
export interface Caller {
  readonly user_id: string;
  readonly session_id: string;
}

/** The caller, the time and the idempotency key: the first arguments of every SQL function. */
export interface CallContext {
  caller: Caller;
  now: Date;
  idempotency: { key: string; request_hash: Buffer };
}

type Part<Id extends OperationId, Name extends keyof OperationSchemas> =
  Contract[Id] extends Record<Name, infer Schema extends z.ZodType> ? z.output<Schema> : undefined;

interface OperationRequest<Id extends OperationId> extends CallContext {
  params: Part<Id, 'params'>;
  query: Part<Id, 'query'>;
  body: Part<Id, 'body'>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Null: the token is invalid or expired. */
export type VerifyToken = (bearer: string) => Caller | null | Promise<Caller | null>;

interface OperationDeps {
  clock: Clock;
  verifyToken: VerifyToken;
}

/** Registers operations of the contract on one Fastify instance; see {@link operationRoutes}. */
export type RegisterOperation = <Id extends OperationId>(
  id: Id,
  handle: (call: OperationRequest<Id>) => Promise<string | FastifyReply | void>,
) => void;

const eventStream = {
  description: 'An endless stream of hints',
  content: { 'text/event-stream': { schema: z.string() } },
};

const fileOf = (type: NonNullable<OperationSchemas['file']>) => ({
  description: 'A file, as an attachment',
  content: { [type]: { schema: z.string().meta({ format: 'binary' }) } },
});

/** Only for the OpenAPI document; the handler reads the stream itself. */
const oneFile = z.object({
  file: z.string().meta({ format: 'binary', description: 'The file, at most 10 MB' }),
});

const bodyIsReadByTheHandler: FastifySchemaCompiler<z.ZodType> = (route) =>
  route.httpPart === 'body' ? (value: unknown) => ({ value }) : validatorCompiler(route);

/** Only for the OpenAPI document; {@link idempotencyOf} checks it and names the header in its message. */
const idempotencyHeader = z.object({
  'idempotency-key': z.string().optional().meta({
    description:
      'Required. A repeated key answers with the first reply; with other content it is refused.',
  }),
});

const requestHash = (request: FastifyRequest): Buffer =>
  hash('sha256', JSON.stringify([request.params, request.body ?? null]), 'buffer');

/** For an operation without an idempotency key. */
const notKept: CallContext['idempotency'] = { key: '', request_hash: Buffer.alloc(0) };

function idempotencyOf(operation: Operation, request: FastifyRequest): CallContext['idempotency'] {
  const key = request.raw.headers['idempotency-key'];
  if (operation.idempotent && (typeof key !== 'string' || key.length < 1 || key.length > 200)) {
    const fields = [
      { field: 'Idempotency-Key', message: 'must be a header of 1 to 200 characters' },
    ];
    throw new AppError('validation_failed', {
      words: `Idempotency-Key: ${fields[0]?.message}`,
      fields,
    });
  }
  if (!operation.idempotent) return notKept;
  return { key: key as string, request_hash: requestHash(request) };
}

/** Where the caller is stored on a request. */
const callerKey = Symbol('caller');
type Called = FastifyRequest & { [callerKey]: Caller };

/** Before the body is read, so that an upload without a valid token costs nothing. A cached token needs no await. */
const findCaller =
  (deps: OperationDeps) =>
  (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void => {
    const [scheme, token] = (request.raw.headers.authorization ?? '').split(' ');
    const found = scheme?.toLowerCase() === 'bearer' && token ? deps.verifyToken(token) : null;
    const go = (caller: Caller | null) => {
      if (!caller) return done(new AppError('no_authorization'));
      (request as Called)[callerKey] = caller;
      done();
    };
    if (found instanceof Promise) found.then(go, done);
    else go(found);
  };

/** The parser of uploads would take a form in place of an empty body, and a page of any site can send one. */
function refuseForms(
  { raw }: FastifyRequest,
  _reply: FastifyReply,
  done: (e?: Error) => void,
): void {
  const isForm = raw.headers['content-type']?.trimStart().toLowerCase().startsWith('multipart/');
  done(isForm ? new AppError('validation_failed', { words: SEND_JSON }) : undefined);
}

/** The name of the first field with text that PostgreSQL cannot store: NUL, or half of a surrogate pair. */
function unstorable(value: unknown, name = ''): string | null {
  if (typeof value === 'string') {
    return value.includes('\0') || !value.isWellFormed() ? name : null;
  }
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    const found = unstorable(inner, name ? `${name}.${key}` : key);
    if (found !== null) return found;
  }
  return null;
}

/** After validation, which leaves known fields only. */
function refuseUnstorable({ params, query, body }: FastifyRequest): void {
  for (const part of [params, query, body]) {
    const field = unstorable(part);
    if (field === null) continue;
    const message = 'must not contain characters that cannot be stored';
    throw new AppError('validation_failed', {
      words: `${field}: ${message}`,
      fields: [{ field, message }],
    });
  }
}

/**
 * Makes routes from the contract: method, path, schemas and access come from `api/`, so a route outside the contract
 * cannot exist. The handler returns the reply's JSON text as the database made it, or the reply that it has sent
 * itself.
 */
export function operationRoutes(app: FastifyInstance, deps: OperationDeps): RegisterOperation {
  app.decorateRequest(callerKey, null as never);
  return (id, handle) => {
    const operation: Operation = operations[id];
    const schemas: OperationSchemas = contract[id];
    app.route({
      method: operation.method,
      url: operation.path,
      schema: {
        operationId: id,
        summary: operation.summary,
        security: operation.access === 'public' ? [] : [{ bearer: [] }],
        'x-access': operation.access,
        ...(schemas.params && { params: schemas.params }),
        ...(schemas.query && { querystring: schemas.query }),
        ...(schemas.body && { body: schemas.body }),
        ...(operation.upload && { body: oneFile, consumes: ['multipart/form-data'] }),
        ...(operation.idempotent && { headers: idempotencyHeader }),
        response: {
          200: schemas.reply ?? (schemas.file ? fileOf(schemas.file) : eventStream),
          default: {
            description: 'A refusal',
            content: { 'application/problem+json': { schema: problem } },
          },
        },
      },
      ...(operation.upload && {
        validatorCompiler: bodyIsReadByTheHandler as FastifySchemaCompiler<object>,
      }),
      onRequest: operation.upload ? findCaller(deps) : [findCaller(deps), refuseForms],
      handler: async (request, reply) => {
        refuseUnstorable(request);
        const answer = await handle({
          caller: (request as Called)[callerKey],
          now: deps.clock.now(),
          idempotency: idempotencyOf(operation, request),
          params: request.params as never,
          query: request.query as never,
          body: request.body as never,
          request,
          reply,
        });
        return typeof answer === 'string' ? reply.type('application/json').send(answer) : answer;
      },
    });
  };
}
