import { companiesFor, strikeUnderLoad } from '../blows.ts';
import { signUpPeople } from '../people.ts';
import { openRig } from '../rig.ts';
import { scenario } from '../scenario.ts';

export default scenario({
  id: 'R1',
  title: 'kill -9 of the server under load',
  small: { blows: 6, creations: 300 },
  full: { blows: 100, creations: 10_000 },
  async run(counts, outcome) {
    await using rig = await openRig();
    const { server } = rig;
    const people = await signUpPeople(rig, companiesFor(counts));
    // Awaited here, because the rig ends with this function.
    return await strikeUnderLoad({ rig, people, outcome }, counts, async (n) => {
      await server.kill();
      // Every other start has the address in its settings, as behind a balancer.
      await server.start(n % 2 === 0 ? { SITE_URL: server.url } : {});
    });
  },
});
