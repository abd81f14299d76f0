import { verify } from '@node-rs/argon2';
import { hashPassword } from '#server/accounts/passwords.ts';
import { percentile } from '../tools/figures.ts';
import type { Measurement } from '../data-set/measure.ts';
import { password } from '../data-set/data-set.ts';

/**
 * The limit of sign-ins: argon2id verifications at the product's cost, two at once, and nothing else in this process. Its
 * thread pool has as many threads as the product's (`npm run bench`).
 */
export async function bareArgon2(seconds: number): Promise<Measurement> {
  const hash = await hashPassword(password);
  const times: number[] = [];
  const [used, begun] = [process.cpuUsage(), performance.now()];
  const worker = async () => {
    for (let at = begun; at < begun + seconds * 1000; at = performance.now()) {
      await verify(hash, password);
      times.push(performance.now() - at);
    }
  };
  await Promise.all([worker(), worker()]);
  const took_ms = performance.now() - begun;
  const { user, system } = process.cpuUsage(used);
  const requests = times.length;
  const at = percentile(times);
  return {
    requests,
    requests_a_second: (requests / took_ms) * 1000,
    p50_ms: at(0.5),
    p99_ms: at(0.99),
    server_ms: (user + system) / 1000 / requests,
    postgres_ms: NaN,
    memory_mb: NaN,
  };
}
