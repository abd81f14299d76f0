import { expectSound } from '../assertions.ts';
import { Acknowledged, insistOn } from '../load.ts';
import { signUpFunded, signUpPeople, type People } from '../people.ts';
import { openRig, type Rig } from '../rig.ts';
import { scenario } from '../scenario.ts';

const refusal = 'Not enough available budget. Reduce the amount or cancel a pending ticket.';

export default scenario({
  id: 'R3',
  title: 'fifty at once for a budget of ten, at two servers',
  small: { rounds: 3 },
  full: { rounds: 100 },
  async run({ rounds }, outcome) {
    await using rig = await openRig({ servers: 2 });
    const people = await signUpPeople(rig, 1);
    const acknowledged = new Acknowledged();
    let accepted = 0;
    for (let n = 0; n < rounds; n += 1) {
      const round = await race(rig, people);
      outcome.expectNone(round.breaches);
      for (const id of round.accepted) acknowledged.tickets.set(id, 'PendingAgencyApproval');
      accepted += round.accepted.length;
    }
    const sound = await expectSound(rig, people, acknowledged, outcome);
    for (const server of rig.servers) await server.start();
    await dropLock(rig);
    outcome.expectNoticed('the lock of the company dropped', (await race(rig, people)).breaches);
    return `${rounds} rounds of 50, ${accepted} accepted, ${rounds * 50 - accepted} refused with the exact text, ${sound}`;
  },
});

async function race(rig: Rig, { staff, agency_id }: People) {
  const company = await signUpFunded(rig, staff[0], '1000.00');
  const insisting = insistOn(() => rig.servers.map(({ url }) => url));
  const paths = await Promise.all(Array.from({ length: 50 }, () => insisting.invoice(company)));
  const answers = await Promise.all(
    paths.map((p_invoice_url) =>
      insisting.call(company, 'create_ticket_with_installments', {
        body: { p_agency_id: agency_id, p_amount_sar: '100.00', p_term_months: 3, p_invoice_url },
      }),
    ),
  );
  const replies = answers.map(({ status, text }) => ({
    status,
    reply: JSON.parse(text) as { id?: string; message?: string },
  }));
  const accepted = replies.filter(({ status }) => status === 200).map(({ reply }) => reply.id!);
  const refused = replies.filter(({ reply }) => reply.message === refusal);
  const breaches =
    accepted.length === 10 && refused.length === 40
      ? []
      : [`${accepted.length} were accepted, ${refused.length} refused with the exact text.`];
  return { accepted, breaches };
}

/** Requests of one company no longer take turns; a pause before the tickets are stored lets them meet. */
async function dropLock(rig: Rig): Promise<void> {
  const edits = [
    [
      'lock_for_ticket_request',
      'where c.user_id = p_user_id for no key update',
      'where c.user_id = p_user_id',
    ],
    [
      'create_ticket_with_installments',
      'v_ticket := insert_ticket',
      'perform pg_sleep(0.05); v_ticket := insert_ticket',
    ],
  ] as const;
  for (const [name, search, replacement] of edits) {
    const [found] = await rig.rows<{ text: string }>(
      'select pg_get_functiondef(oid) as text from pg_proc where proname = $1',
      [name],
    );
    if (!found?.text.includes(search)) throw new Error(`${name} has no "${search}"`);
    await rig.rows(found.text.replace(search, replacement));
  }
}
