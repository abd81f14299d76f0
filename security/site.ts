import type { OperationId } from '#api/operations.ts';
import { send, type ApiResponse, type RawInput } from '#server/product-client/product-client.ts';
import { startCluster } from '../server/testing/cluster.ts';
import { startProduct, type Product } from '../server/testing/product.ts';
import { makeFixture, requests, type Fixture } from '../server/testing/requests.ts';
import { useTemplate } from '../server/testing/template.ts';

/** Where attacks are made: the whole product on a database of its own, with two of each party and what they did. */
export interface Site extends Product {
  fixture: Fixture;
  /** A token whose hour is over. */
  expired: string;
}

let cluster: ReturnType<typeof startCluster> | undefined;
const opened: Product[] = [];

/** A product without people. Closed at the end of the run at the latest. */
export async function openProduct(
  env: Record<string, string> = {},
  start = '2026-03-10T06:00:00Z',
): Promise<Product> {
  cluster ??= startCluster();
  useTemplate((await cluster).template);
  const product = await startProduct(start, env);
  opened.push(product);
  return product;
}

export async function openSite(env: Record<string, string> = {}): Promise<Site> {
  const product = await openProduct({ CREDIT_BUREAU: 'sandbox', ...env });
  const expired = await (await product.signUp('company')).token();
  product.clock.set('2026-03-10T07:00:01Z');
  const fixture = await makeFixture(product);
  await product.settled();
  return { ...product, fixture, expired };
}

let shared: Promise<Site> | undefined;

/** The site of attacks that must change nothing: they share one. */
export const sharedSite = (): Promise<Site> => (shared ??= openSite());

export async function closeSites(): Promise<void> {
  for (const product of opened) await product.close();
  await (await cluster)?.stop();
}

/** An operation as the product's own OpenAPI document describes it. */
export interface DescribedOperation {
  id: OperationId;
  method: string;
  path: string;
  access: string | undefined;
  parameters: { in: string; name: string; schema: JsonSchema }[];
  /** Of a JSON body. */
  body: JsonSchema | undefined;
}

export interface JsonSchema {
  [keyword: string]: unknown;
}

export interface OpenApi {
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: { schemas?: Record<string, JsonSchema> };
}

interface OpenApiOperation {
  operationId: string;
  'x-access'?: string;
  parameters?: DescribedOperation['parameters'];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
}

export async function readOpenApi(url: string): Promise<OpenApi> {
  return (await (await fetch(`${url}/api/openapi.json`)).json()) as OpenApi;
}

export const operationsOf = (document: OpenApi): DescribedOperation[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: operation.operationId as OperationId,
      method: method.toUpperCase(),
      path,
      access: operation['x-access'],
      parameters: operation.parameters ?? [],
      body: operation.requestBody?.content['application/json']?.schema,
    })),
  );

/** A request to an operation: the right one of the party that it is for, unless `input` says otherwise. */
export const ask = (
  site: Site,
  id: OperationId,
  token: string | null,
  input: RawInput = requests[id].input(site.fixture),
): Promise<ApiResponse> => send(site.url, id, token, input);

/** Does `work` for each, eight at a time: as many as a pool has connections. */
export async function eachOf<T, R>(
  all: readonly T[],
  work: (one: T) => Promise<R>,
  concurrent = 8,
): Promise<R[]> {
  const results = Array.from<R>({ length: all.length });
  const waiting = all.entries();
  await Promise.all(
    Array.from({ length: concurrent }, async () => {
      for (const [index, one] of waiting) results[index] = await work(one);
    }),
  );
  return results;
}

/** `count` of them, spread over all and the same each time; all of them when there are no more. */
export const someOf = <T>(all: readonly T[], count: number): T[] =>
  Array.from(
    { length: Math.min(count, all.length) },
    (_, index) => all[Math.floor((index * all.length) / Math.min(count, all.length))]!,
  );
