import { openLossyProxy } from '#e2e/lossy-proxy.ts';
import { expectOnly503 } from '../blows.ts';
import { expectSound } from '../assertions.ts';
import { startLoad } from '../load.ts';
import { signUpPeople } from '../people.ts';
import { openRig } from '../rig.ts';
import { scenario } from '../scenario.ts';

export default scenario({
  id: 'R6',
  title: 'a fifth of the replies is lost after the commit',
  small: { creations: 150 },
  full: { creations: 5_000 },
  async run({ creations }, outcome) {
    await using rig = await openRig();
    await using opened = new AsyncDisposableStack();
    const people = await signUpPeople(rig);
    const proxy = await openLossyProxy(rig.server.url);
    opened.defer(() => proxy.close());
    // Not those of uploads: a company may leave sixty files unnamed.
    proxy.lose('POST', /^\/api\/(?!files)/, 'a cut connection', Infinity, 5);
    const load = await startLoad(people, { count: creations, urls: () => [proxy.url] });
    await load.ended;
    const lost = load.statuses.get(0) ?? 0;
    outcome.expect(lost > creations / 10, `Only ${lost} replies were lost.`);
    expectOnly503(load, outcome);
    const sound = await expectSound(rig, people, load.acknowledged, outcome);
    return `${creations} creations, ${lost} replies lost and repeated, ${sound}`;
  },
});
