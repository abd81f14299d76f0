import { setTimeout as pause } from 'node:timers/promises';
import { expectSound } from '../assertions.ts';
import { startLoad } from '../load.ts';
import { signUpPeople } from '../people.ts';
import { openRig, processesOn, type Rig } from '../rig.ts';
import { scenario } from '../scenario.ts';

export default scenario({
  id: 'T1',
  title: 'a server is told to stop at any moment of its start',
  small: { starts: 6 },
  full: { starts: 100 },
  async run({ starts }, outcome) {
    await using rig = await openRig();
    const { server } = rig;
    const people = await signUpPeople(rig);
    const load = await startLoad(people, { count: 10, urls: () => [server.url] });
    await load.ended;
    outcome.expectNone(await server.stop());
    const from = performance.now();
    await server.start();
    const start_ms = performance.now() - from;
    outcome.expectNone(await server.stop());
    for (let n = 1; n <= starts; n += 1) {
      server.start().catch(() => {});
      await pause((start_ms * n) / starts);
      server.process()!.child.kill('SIGTERM');
      const { code, signal } = await server.process()!.ended;
      // Before Node has run the first line nobody hears the signal: the process ends by it, and has started nothing.
      outcome.expect(
        signal === 'SIGTERM' || code === 0,
        `A start that was told to stop ended with ${code ?? signal}.`,
      );
      outcome.expectNone(left(rig));
    }
    const statuses = await statusesOfStarts(rig, people.agency, Math.ceil(starts / 3));
    outcome.expect(
      statuses.size === 1 && statuses.has(200),
      `While servers started, a valid token was answered with ${[...statuses].join(', ')}.`,
    );
    const sound = await expectSound(rig, people, load.acknowledged, outcome);
    return `${starts} starts stopped, nothing left running, a valid token never refused, ${sound}`;
  },
});

const left = (rig: Rig) =>
  processesOn(rig.dataDir).map(({ commandLine }) => `Left running: ${commandLine}`);

/** What a valid token is answered from the first moment of a start on. */
async function statusesOfStarts(
  rig: Rig,
  person: { token(): Promise<string> },
  starts: number,
): Promise<Set<number>> {
  const statuses = new Set<number>();
  const authorization = `Bearer ${await person.token()}`;
  for (let n = 0; n < starts; n += 1) {
    const over = new AbortController();
    const askOften = async () => {
      while (!over.signal.aborted) {
        const response = await fetch(`${rig.server.url}/auth/v1/user`, {
          headers: { authorization },
        }).catch(() => undefined);
        if (response) statuses.add(response.status);
        await response?.arrayBuffer();
      }
    };
    const asking = Array.from({ length: 8 }, askOften);
    await rig.server.start();
    for (const limit = performance.now() + 10_000; !statuses.has(200);) {
      if (performance.now() > limit) break;
      await pause(20);
    }
    over.abort();
    await Promise.all(asking);
    if (n < starts - 1) await rig.server.stop();
  }
  return statuses;
}
