import { verify } from '@node-rs/argon2';
import { hashPassword } from '#server/accounts/passwords.ts';
import { percentile } from '../tools/figures.ts';
import type { Sample } from '../world/measure.ts';
import { password } from '../world/world.ts';

/**
 * What bare argon2id allows: verifications at the product's cost, two at once, in this process and nothing beside; in a pool of
 * as many threads as the product's (`npm run bench` says so), which suits it best.
 */
export async function bareArgon2(seconds: number): Promise<Sample> {
  const kept = await hashPassword(password);
  const times: number[] = [];
  const [used, begun] = [process.cpuUsage(), performance.now()];
  const lane = async () => {
    for (let at = begun; at < begun + seconds * 1000; at = performance.now()) {
      await verify(kept, password);
      times.push(performance.now() - at);
    }
  };
  await Promise.all([lane(), lane()]);
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
