import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { addTicket } from '../../testing/payable.ts';
import { addAgency, addCompany } from '../../testing/people.ts';
import { lockWaitedFor, whileOpen } from '../../testing/waiting.ts';

/** Servers that send mails at one moment. */

const now = new Date('2026-02-20T06:00:00Z');

const database = await createTestDatabase();
afterAll(() => database.drop());

test('of two servers that send an agency a mail about a new ticket at once, one waits and holds its mail back', async () => {
  const [company, agency, other] = [
    await addCompany(database),
    await addAgency(database),
    await addAgency(database),
  ];
  for (const to of [agency, agency, other]) await addTicket(database, { company, agency: to }, now);
  const { rows: mails } = await database.pools.jobs.query<{ id: string; agency_id: string }>(
    `select id, agency_id from mails where kind = 'new_ticket' order by id`,
  );
  const admit = (mail: { id: string } | undefined) => ({
    text: 'select api.admit_mail($1, $2, 1) as admitted',
    values: [mail!.id, now],
  });
  const [first, second] = mails.filter(({ agency_id }) => agency_id === agency.id);
  const ofOther = mails.find(({ agency_id }) => agency_id === other.id);
  expect(await lockWaitedFor(database, admit(first), admit(ofOther), 'jobs')).toBeNull();
  const { rows } = await whileOpen(database, admit(first), () =>
    database.pools.jobs.query(admit(second)),
  );
  expect(rows).toEqual([{ admitted: 'later' }]);
});
