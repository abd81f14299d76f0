import { execFile } from 'node:child_process';
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

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
export interface HttpLoad {
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
  seconds,
  pause_ms,
}: HttpLoad): Promise<LoadResult> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'hamla-wrk-'));
  const cwd = folder.path;
  const { host } = new URL(url);
  await writeFile(join(cwd, 'requests'), requests.map((request) => lineOf(request, host)).join(''));
  const delay = pause_ms === undefined ? '' : `function delay() return ${pause_ms} end`;
  await writeFile(join(cwd, 'load.lua'), `${script}\n${delay}\n`);
  const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '30s'];
  await promisify(execFile)('wrk', [...options, '-s', 'load.lua', url], { cwd });
  const { duration_us, failures, has_run_out, ...result } = JSON.parse(
    await readFile(join(cwd, 'result'), 'utf8'),
  ) as Omit<LoadResult, 'requests_a_second'> & {
    duration_us: number;
    failures: number;
    has_run_out: boolean;
  };
  const name = `${requests[0]?.method} ${requests[0]?.path}`;
  if (failures > 0) throw new Error(`${failures} of ${result.requests} failed: ${name}`);
  if (has_run_out && !isRepeated)
    throw new Error(`${requests.length} of ${name} are too few: make more`);
  return { ...result, requests_a_second: result.requests / (duration_us / 1e6) };
}

/** A request as one line of a file: a tab stands for each of its own line ends. */
function lineOf({ method, path, headers, body = '' }: HttpRequest, host: string): string {
  const length = method === 'POST' && { 'content-length': Buffer.byteLength(body) };
  const lines = Object.entries({ host, ...headers, ...length }).map(
    ([name, value]) => `${name}: ${value}\t`,
  );
  return `${method} ${path} HTTP/1.1\t${lines.join('')}\t${body}\n`;
}

const script = `
function setup(thread)
  the_thread = thread
end
function init()
  requests = {}
  n = 0
  has_run_out = false
  for line in io.lines('requests') do
    requests[#requests + 1] = line:gsub('\\t', '\\r\\n')
  end
end
function request()
  n = n + 1
  if n > #requests then
    n = 1
    has_run_out = true
  end
  return requests[n]
end
function done(summary, latency)
  local file = io.open('result', 'w')
  local errors = summary.errors
  file:write(string.format(
    '{"requests": %d, "duration_us": %d, "p50_ms": %.3f, "p99_ms": %.3f, "failures": %d, "has_run_out": %s}',
    summary.requests, summary.duration, latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    tostring(the_thread:get('has_run_out'))))
  file:close()
end
`;
