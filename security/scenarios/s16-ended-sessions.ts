import { setTimeout as pause } from 'node:timers/promises';
import { send } from '#server/product-client/product-client.ts';
import { startTestServer } from '../../server/testing/server.ts';
import type { Actor } from '../../server/testing/product.ts';
import { scenario } from '../../reliability/scenario.ts';
import { openProduct } from '../site.ts';

/** Milliseconds after which no server takes the old token. */
const LIMIT_MS = 1_000;

export default scenario({
  id: 'S16',
  title: 'old tokens on the other server',
  small: { rounds: 3 },
  full: { rounds: 100 },
  async run({ rounds }, outcome) {
    // Both issue tokens of one site.
    const env = { SITE_URL: 'http://hamla.test' };
    const product = await openProduct(env);
    const second = await startTestServer(product.database, { clock: product.clock, env });
    try {
      const ends: Record<string, (actor: Actor) => Promise<unknown>> = {
        'a sign-out': (actor) => actor.auth.signOut(),
        'a ban': (actor) =>
          product.rows(`update auth.users set banned_until = '2027-01-01' where id = $1`, [
            actor.user_id,
          ]),
        'a new password': async (actor) => {
          const { error } = await actor.auth.updateUser({
            password: 'zafaran-dune-58-q',
            current_password: actor.password,
          });
          if (error) throw error;
        },
        nothing: async () => {},
      };
      let [slowest, tried] = [0, 0];
      for (const [name, end] of Object.entries(ends))
        for (let round = 0; round < (name === 'nothing' ? 1 : rounds); round += 1) {
          const actor = await product.signUp('company');
          const owner = await actor.token();
          // A new password ends the other sessions; that of whoever chose it goes on.
          const { data } = await actor.auth.signInWithPassword(actor);
          const old = name === 'a new password' ? owner : data.session!.access_token;
          const status = async () => (await send(second.url, 'read_company', old)).status;
          const knew = await status();
          outcome.expect(knew === 200, `the other server answered ${knew} before ${name}`);
          await end(actor);
          const from = performance.now();
          let refused = await status();
          while (refused === 200 && performance.now() - from < LIMIT_MS) {
            await pause(20);
            refused = await status();
          }
          const ms = performance.now() - from;
          if (name === 'nothing') {
            outcome.expectNoticed('a session that goes on', refused === 200 ? ['it is taken'] : []);
            continue;
          }
          tried += 1;
          slowest = Math.max(slowest, ms);
          outcome.expect(refused === 401, `the other server answers ${refused} after ${name}`);
        }
      return `${tried} sessions ended by sign-out, ban and password, refused after ${Math.round(slowest)} ms at most`;
    } finally {
      await second.close();
    }
  },
});
