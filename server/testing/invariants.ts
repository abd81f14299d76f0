import type { ClientBase } from 'pg';
import { brokenRules, productInvariants } from '#server/ledger/invariants.ts';

/**
 * Rules that hold in tests alone, or call functions that the server does not (entry-points.test.ts). `$1` of each is the list of acknowledged
 * ticket ids.
 */
const rulesOfTests = {
  'each acknowledged ticket exists exactly once': `
    select a.id from unnest($1::uuid[]) as a(id)
     where (select count(*) from tickets t where t.id = a.id) <> 1
    union all select id from unnest($1::uuid[]) as a(id) group by id having count(*) > 1`,

  'a run was released by another person than the one who prepared it, and its lines were sent to valid IBANs': `
    select r.id from payout_runs r left join payout_run_lines l on l.run_id = r.id
     where r.released_by = r.prepared_by or not is_saudi_iban(l.iban)`,

  'a refund goes to a valid IBAN: of its payer, or one that was approved for its company': `
    select r.id from payment_refunds r
     where not is_saudi_iban(r.iban)
        or r.goes_to = 'company' and not exists (
             select from iban_changes c
              where c.company_id = r.company_id and c.iban = r.iban and c.status = 'Approved' and c.ended_at <= r.refunded_at
                and c.ended_at >= c.requested_at + interval '24 hours')`,

  'no job has failed': `
    select id from graphile_worker.jobs where last_error is not null`,
} as const;

/** As `productInvariants`, with those of tests. */
export const invariants = { ...productInvariants, ...rulesOfTests };

/** The names of the rules that the rows break. Empty: all hold. */
export async function brokenInvariants(
  client: ClientBase,
  acknowledged: string[] = [],
): Promise<string[]> {
  const broken = await brokenRules(client);
  for (const [name, sql] of Object.entries(rulesOfTests)) {
    // Every statement gets the same parameter, also those that need none.
    const { rows } = await client.query(
      `with acknowledged as (select $1::uuid[]) select * from (${sql}) as found limit 1`,
      [acknowledged],
    );
    if (rows.length > 0) broken.push(name);
  }
  return broken;
}
