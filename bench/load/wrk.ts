import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A load of HTTP requests: what each is, in Lua, from its number. */
export interface HttpLoad {
  url: string;
  /** Gives `method, path, headers, body` of request number `n`, from `first` on; may read `tokens[i]`, 1-based. */
  lua: string;
  tokens?: readonly string[];
  first?: number;
  connections: number;
  seconds: number;
  /** Milliseconds that each connection waits between two requests: a fixed rate instead of as fast as it can. */
  pause_ms?: number;
}

/** Times are milliseconds. */
export interface Measured {
  requests: number;
  requests_a_second: number;
  p50_ms: number;
  p99_ms: number;
}

/**
 * Runs wrk (one thread) over the load.
 * @throws Error when an answer was 400 or above, or a connection failed.
 */
export async function wrk(load: HttpLoad): Promise<Measured> {
  const text = await withScript(load, (out) => `${scriptOf(load)}${whenDone(out)}`);
  const { duration_us, failures, ...rest } = JSON.parse(text) as Omit<
    Measured,
    'requests_a_second'
  > & { duration_us: number; failures: number };
  if (failures > 0) throw new Error(`${failures} of ${rest.requests} failed:\n${load.lua}`);
  return { ...rest, requests_a_second: rest.requests / (duration_us / 1e6) };
}

/** The answer to the load's first request, with its status. */
export async function firstAnswer(load: HttpLoad): Promise<{ status: number; body: string }> {
  const once = { ...load, connections: 1, seconds: 2 };
  const text = await withScript(once, (out) => `${scriptOf(load)}${whenFirst(out)}`);
  return { status: Number(text.slice(0, 3)), body: text.slice(4) };
}

/** Gives what the script has written. */
async function withScript(load: HttpLoad, scriptTo: (out: string) => string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'hamla-wrk-'));
  const out = join(directory, 'out');
  const script = join(directory, 'load.lua');
  await writeFile(script, scriptTo(out));
  const { connections, seconds, url } = load;
  try {
    const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '30s'];
    await run('wrk', [...options, '-s', script, url]);
    return await readFile(out, 'utf8');
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

const scriptOf = ({ lua, tokens = [], first = 0, pause_ms }: HttpLoad) => `
tokens = {${tokens.map((token) => JSON.stringify(token)).join(',')}}
first = ${first}
n = first - 1
function make(n)
${lua}
end
function request()
  n = n + 1
  local method, path, headers, body = make(n)
  return wrk.format(method, path, headers, body)
end
${pause_ms === undefined ? '' : `function delay() return ${pause_ms} end`}
`;

const whenFirst = (out: string) => `
function response(status, headers, body)
  if written then return end
  written = true
  local file = io.open(${JSON.stringify(out)}, 'w')
  file:write(status, ' ', body)
  file:close()
  wrk.thread:stop()
end
`;

const whenDone = (out: string) => `
function done(summary, latency)
  local file = io.open(${JSON.stringify(out)}, 'w')
  local errors = summary.errors
  file:write(string.format(
    '{"requests": %d, "duration_us": %d, "p50_ms": %.3f, "p99_ms": %.3f, "failures": %d}',
    summary.requests, summary.duration, latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
  file:close()
end
`;
