import { randomUUID } from 'node:crypto';
import type { RawInput } from '#server/product-client/product-client.ts';
import type { Actor } from '../../server/testing/product.ts';
import { expectSound } from '../assertions.ts';
import { Acknowledged, insistOn, type Insisting } from '../load.ts';
import { signUpPeople } from '../people.ts';
import { openRig } from '../rig.ts';
import { scenario } from '../scenario.ts';

const operation = 'create_ticket_with_installments';

export default scenario({
  id: 'R5',
  title: 'one key fifty times at once, with another body, and of another company',
  small: { rounds: 5 },
  full: { rounds: 100 },
  async run({ rounds }, outcome) {
    await using rig = await openRig({ servers: 2 });
    const people = await signUpPeople(rig);
    const acknowledged = new Acknowledged();
    const insisting = insistOn(() => rig.servers.map(({ url }) => url));
    const requestOf = async (company: Actor): Promise<RawInput & { body: object }> => ({
      body: {
        p_agency_id: people.agency_id,
        p_amount_sar: '100.00',
        p_term_months: 3,
        p_invoice_url: await insisting.invoice(company),
      },
    });
    for (let n = 0; n < rounds; n += 1) {
      const key = randomUUID();
      const [company, other] = [people.companies[n % 2]!, people.companies[2]!];
      const request = await requestOf(company);
      const ids = await idsOf(insisting, company, request, () => key);
      outcome.expectNone(notOne(ids));
      const changed = { body: { ...request.body, p_amount_sar: '101.00' }, key };
      const refused = await insisting.call(company, operation, changed);
      outcome.expect(refused.status === 422, `Another body was answered with ${refused.status}.`);
      const theirs = await insisting.call(other, operation, { ...(await requestOf(other)), key });
      outcome.expect(theirs.status === 200, `Another company got ${theirs.status}.`);
      const id = (JSON.parse(theirs.text) as { id: string }).id;
      outcome.expect(!ids.includes(id), 'Another company was given a ticket that is not its own.');
      for (const one of [...ids, id]) acknowledged.tickets.set(one, 'PendingAgencyApproval');
    }
    // Each of the fifty has an invoice of its own, or the second one would be refused.
    const company = people.companies[3]!;
    const without = await Promise.all(
      Array.from({ length: 5 }, async () =>
        idsOf(insisting, company, await requestOf(company), randomUUID, 1),
      ),
    );
    for (const id of without.flat()) acknowledged.tickets.set(id, 'PendingAgencyApproval');
    outcome.expectNoticed('a key of its own for each', notOne(without.flat()));
    const sound = await expectSound(rig, people, acknowledged, outcome);
    return `${rounds} keys, 50 times each: 1 ticket a key, 422 for another body, ${sound}`;
  },
});

/** The tickets that the answers name. */
async function idsOf(
  insisting: Insisting,
  company: Actor,
  request: RawInput,
  keyOf: () => string,
  times = 50,
): Promise<string[]> {
  const answers = await Promise.all(
    Array.from({ length: times }, () =>
      insisting.call(company, operation, { ...request, key: keyOf() }),
    ),
  );
  return answers.map(({ status, text }) =>
    status === 200 ? (JSON.parse(text) as { id: string }).id : `refused with ${status}`,
  );
}

const notOne = (ids: string[]): string[] => {
  const different = new Set(ids);
  return different.size === 1 ? [] : [`One key made ${[...different].join(', ')}.`];
};
