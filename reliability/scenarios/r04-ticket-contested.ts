import type { ApiResponse } from '#server/product-client/product-client.ts';
import { breachesOf, expectSound } from '../assertions.ts';
import { Acknowledged, insistOn } from '../load.ts';
import { signUpPeople } from '../people.ts';
import { openRig } from '../rig.ts';
import { scenario } from '../scenario.ts';

const AT_ONCE = 5;

export default scenario({
  id: 'R4',
  title: 'approve, reject, approve and cancel at once, at two servers',
  small: { tickets: 40 },
  full: { tickets: 1_000 },
  async run({ tickets }, outcome) {
    await using rig = await openRig({ servers: 2 });
    const people = await signUpPeople(rig);
    const { agency, agency_id, companies } = people;
    const acknowledged = new Acknowledged();
    const insisting = insistOn(() => rig.servers.map(({ url }) => url));
    const wins = { Approved: 0, Rejected: 0, Closed: 0 };
    const contest = async (n: number) => {
      const company = companies[n % companies.length]!;
      const { id } = await insisting.ticket(company, agency_id);
      const params = { id };
      const answers = await Promise.all([
        insisting.call(agency, 'approve_ticket', { params }),
        insisting.call(agency, 'reject_ticket', { params, body: {} }),
        insisting.call(agency, 'approve_ticket', { params }),
        insisting.call(company, 'cancel_ticket', { params }),
      ]);
      const winners = answers.flatMap(({ status }, place) => (status === 200 ? [place] : []));
      const losers = answers.filter(isLate);
      outcome.expect(
        winners.length === 1 && losers.length === 3,
        `Of four answers ${winners.length} won and ${losers.length} were told that it was answered.`,
      );
      const status = (['Approved', 'Rejected', 'Approved', 'Closed'] as const)[winners[0] ?? 0]!;
      wins[status] += 1;
      acknowledged.tickets.set(id, status);
    };
    for (let n = 0; n < tickets; n += AT_ONCE)
      await Promise.all(Array.from({ length: AT_ONCE }, (_, k) => contest(n + k)));
    const owner = await rig.owner();
    await owner.query(
      `begin; insert into events (occurred_at, actor_user_id, operation, subject, subject_id, company_id, agency_id, after)
       select occurred_at, actor_user_id, operation, subject, subject_id, company_id, agency_id, after from events
        where operation in ('approve_ticket', 'reject_ticket', 'cancel_ticket') order by id desc limit 1`,
    );
    outcome.expectNoticed('a second winner', await breachesOf(owner, acknowledged));
    await owner.query('rollback');
    const sound = await expectSound(rig, people, acknowledged, outcome);
    const { Approved, Rejected, Closed } = wins;
    return `${tickets} tickets: ${Approved} approved, ${Rejected} rejected, ${Closed} cancelled, 1 winner each, ${sound}`;
  },
});

const isLate = ({ status, text }: ApiResponse) =>
  status === 409 && (JSON.parse(text) as { code: string }).code === 'ticket_not_pending';
