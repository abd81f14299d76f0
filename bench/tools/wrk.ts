import { execFile } from 'node:child_process';
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** So many requests wait at once wherever a load says nothing else. */
export const CONNECTIONS = 32;

/** One request of HTTP. */
export interface HttpRequest {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** The answer to one request. */
export const fetchRequest = (url: string, { path, ...rest }: HttpRequest): Promise<Response> =>
  fetch(url + path, { ...rest, body: rest.method === 'POST' ? (rest.body ?? '') : null });

/** A load of HTTP requests. */
interface HttpLoad {
  url: string;
  /** Written out before the first is sent, so that sending one costs the load generator next to nothing. */
  requests: readonly HttpRequest[];
  /** They begin again when they run out; else that is an error, because each may be sent but once. */
  isRepeated: boolean;
  connections?: number;
  seconds: number;
  /** Milliseconds that each connection waits between two requests: a fixed rate instead of as fast as it can. */
  pause_ms?: number;
}

/** Times are milliseconds. */
export interface LoadResult {
  requests: number;
  requests_a_second: number;
  p50_ms: number;
  p99_ms: number;
}

/**
 * Runs wrk (one thread) over the load.
 * @throws Error when an answer was 400 or above, a connection failed, or requests that may be sent but once ran out.
 */
export async function wrk({
  url,
  requests,
  isRepeated,
  connections = CONNECTIONS,
  ...load
}: HttpLoad): Promise<LoadResult> {
  await using directory = await mkdtempDisposable(join(tmpdir(), 'hamla-wrk-'));
  const [sent, out, script] = ['requests', 'out', 'load.lua'].map((name) =>
    join(directory.path, name),
  );
  const { host } = new URL(url);
  await writeFile(sent!, Buffer.concat(requests.map((request) => framed(request, host))));
  await writeFile(
    script!,
    scriptOf({ sent: sent!, out: out!, isRepeated, pause_ms: load.pause_ms }),
  );
  const options = ['-t1', `-c${connections}`, `-d${load.seconds}s`, '--timeout', '30s'];
  await run('wrk', [...options, '-s', script!, url]);
  const { duration_us, failures, has_run_out, ...rest } = JSON.parse(
    await readFile(out!, 'utf8'),
  ) as Omit<LoadResult, 'requests_a_second'> & {
    duration_us: number;
    failures: number;
    has_run_out: boolean;
  };
  const [first] = requests;
  if (failures > 0)
    throw new Error(`${failures} of ${rest.requests} failed: ${first?.method} ${first?.path}`);
  if (has_run_out)
    throw new Error(`${requests.length} of ${first?.method} ${first?.path} are too few: make more`);
  return { ...rest, requests_a_second: rest.requests / (duration_us / 1e6) };
}

/** A request as it goes over the line, after its length. */
function framed({ method, path, headers, body = '' }: HttpRequest, host: string): Buffer {
  const lines = Object.entries({
    host,
    ...headers,
    ...(method === 'POST' && { 'content-length': String(Buffer.byteLength(body)) }),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const written = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
  return Buffer.concat([Buffer.from(`${written.length}\n`), written]);
}

const scriptOf = ({
  sent,
  out,
  isRepeated,
  pause_ms,
}: {
  sent: string;
  out: string;
  isRepeated: boolean;
  pause_ms: number | undefined;
}) => `
function setup(thread)
  the_thread = thread
end
function init()
  requests = {}
  n = 0
  has_run_out = false
  local file = io.open(${JSON.stringify(sent)}, 'rb')
  local length = file:read('*n')
  while length do
    file:read(1)
    requests[#requests + 1] = file:read(length)
    length = file:read('*n')
  end
  file:close()
end
function request()
  n = n + 1
  if n > #requests then
    n = 1
    has_run_out = true
  end
  return requests[n]
end
${pause_ms === undefined ? '' : `function delay() return ${pause_ms} end`}
function done(summary, latency)
  local file = io.open(${JSON.stringify(out)}, 'w')
  local errors = summary.errors
  file:write(string.format(
    '{"requests": %d, "duration_us": %d, "p50_ms": %.3f, "p99_ms": %.3f, "failures": %d, "has_run_out": %s}',
    summary.requests, summary.duration, latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    ${isRepeated ? "'false'" : "tostring(the_thread:get('has_run_out'))"}))
  file:close()
end
`;
