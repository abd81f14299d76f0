import { verify } from '@node-rs/argon2';
import { hashPassword } from '#server/accounts/passwords.ts';
import { password } from '../world/world.ts';

/**
 * What bare argon2id allows: verifications a second at the product's cost, two at once, in this process and nothing beside; in a
 * pool of as many threads as the product's (`npm run bench` says so), which suits it best.
 */
export async function bareArgon2(seconds: number): Promise<number> {
  const kept = await hashPassword(password);
  const begun = performance.now();
  let done = 0;
  const lane = async () => {
    while (performance.now() - begun < seconds * 1000) {
      await verify(kept, password);
      done += 1;
    }
  };
  await Promise.all([lane(), lane()]);
  return done / ((performance.now() - begun) / 1000);
}
