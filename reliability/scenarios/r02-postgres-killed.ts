import { companiesFor, strikeUnderLoad } from '../blows.ts';
import { signUpPeople } from '../people.ts';
import { openRig, type Rig } from '../rig.ts';
import { scenario, type Outcome } from '../scenario.ts';

export default scenario({
  id: 'R2',
  title: 'kill -9 of PostgreSQL under load, every third time with the server',
  small: { blows: 6, creations: 300 },
  full: { blows: 100, creations: 10_000 },
  async run(counts, outcome) {
    await using rig = await openRig();
    const { server } = rig;
    await expectDurable(rig, outcome);
    const people = await signUpPeople(rig, companiesFor(counts));
    // Awaited here, because the rig ends with this function.
    return await strikeUnderLoad({ rig, people, outcome }, counts, async (n) => {
      process.kill(rig.postmaster(), 'SIGKILL');
      if (n % 3 !== 0) return;
      await server.kill();
      await server.start({ SITE_URL: server.url });
    });
  },
});

/** A start refuses a PostgreSQL that may lose what it acknowledged; this one runs with what makes it keep it. */
async function expectDurable(rig: Rig, outcome: Outcome): Promise<void> {
  const names = ['fsync', 'full_page_writes', 'synchronous_commit'];
  const off = await rig.rows(
    `select name from pg_settings where name = any ($1) and setting <> 'on'`,
    [names],
  );
  outcome.expect(off.length === 0, `PostgreSQL may lose rows: ${JSON.stringify(off)}.`);
}
