import { afterAll, describe, expect, test } from 'vitest';
import type { LineList } from '#api/bank-statements.ts';
import { readTicket, type Ticket } from '#api/tickets.ts';
import type { LoadedVirtualIbans } from '#api/virtual-ibans.ts';
import { paymentReference } from '#domain/servicing/payment-reference.ts';
import { financeTicket, importStatement } from '#server/product-client/financing.ts';
import { textFile } from '#server/product-client/product-client.ts';
import { camtFile } from '#server/servicing/sample-bank-statement.testing.ts';
import { saudiIban } from '../testing/ibans.ts';
import { signUpAgency, startStaffedProduct } from '../testing/parties.ts';
import type { Actor } from '../testing/product.ts';
import { codeOf } from '../testing/refusals.ts';
import { expectSoundBooks } from '../testing/sound-books.ts';

/** Virtual IBANs: loaded by one, approved by another a day later, one for each company, and certain on statements. */

const platform = 'SA0380000000608010167519';

let companies = 0;
let lists = 0;

/** IBANs that no test has used. */
const fresh = (count: number) => Array.from({ length: count }, () => saudiIban((lists += 1)));

const { product, maha, faisal } = await startStaffedProduct('2026-02-01T06:00:00Z');
const { agency, agency_id } = await signUpAgency(product, maha, 'SA4420000001234567891234');
afterAll(() => product.close());

const send = (by: Actor, ibans: readonly string[]) =>
  by.send('load_virtual_ibans', textFile('list.csv', ibans.join('\n')));
const load = async (ibans: readonly string[], by = maha) => {
  const answer = await send(by, ibans);
  if (answer.status !== 200) throw new Error(answer.text);
  return JSON.parse(answer.text) as LoadedVirtualIbans;
};
const problemOf = async (...ibans: string[]) => {
  const { code, fields } = JSON.parse((await send(maha, ibans)).text) as {
    code: string;
    fields: { field: string; message: string }[];
  };
  return [code, fields[0]?.field, fields[0]?.message];
};
const approve = (by: Actor, id: string) => codeOf(by.send('approve_request', { params: { id } }));
/** Loaded, and a day later approved: the clock goes on by a day. */
const bring = async (ibans: readonly string[]) => {
  const { list } = await load(ibans);
  product.clock.moveDays(1);
  expect(await approve(faisal, list.request.id)).toBeNull();
};
const counts = async () => {
  const { free_count, given_count, waiting_count } = await maha.call('list_virtual_iban_lists');
  return { free_count, given_count, waiting_count };
};

async function newCompany(): Promise<Actor> {
  const company = await product.signUp('company');
  await company.call('upsert_company', { body: { name: `Najd Coffee ${(companies += 1)}` } });
  return company;
}
/** A company that owes SAR 900.00 in three months since today. */
async function newDebtor(): Promise<{ company: Actor; ticket: Ticket; id: string }> {
  const company = await newCompany();
  const parties = { company, agency, agency_id };
  const ticket = await financeTicket([maha, faisal], parties, '900.00', 3);
  return { company, ticket, id: ticket.company_id };
}
const ibanOf = async (company: Actor) => (await company.call('read_pay_centre')).payee?.iban;
const paidOf = async (company: Actor, { ticket_number }: Ticket) => {
  const reply = await company.call('read_ticket', { params: { ticket_number } });
  return readTicket.reply.parse(reply).installments!.map(({ paid_amount }) => paid_amount);
};
const linesOf = async (id: string, list: LineList) =>
  (await maha.call('list_bank_statement_lines', { params: { id }, query: { list } })).items;
const importFile = async (text: string) => (await importStatement(maha, text)).statement.id;
const confirm = (id: string, count = 1) =>
  maha.call('confirm_certain_lines', { params: { id }, body: { count } });
const day = () => product.clock.now().toISOString().slice(0, 10);

describe('a list takes two people and a day', () => {
  test('it is approved by another person and not before 24 hours have passed', async () => {
    const ibans = fresh(2);
    const { list, is_known } = await load(ibans);
    expect(is_known).toBe(false);
    expect(list).toMatchObject({
      iban_count: 2,
      first_iban: ibans[0],
      last_iban: ibans[1],
      loaded_by: 'Maha',
      request: { kind: 'approve_virtual_ibans', is_own: true, outcome: null },
    });
    expect(await approve(faisal, list.request.id)).toBe('approval_too_early');
    product.clock.set('2026-02-02T05:59:59.999Z');
    expect(await approve(faisal, list.request.id)).toBe('approval_too_early');
    expect(await counts()).toEqual({ free_count: 0, given_count: 0, waiting_count: 0 });
    product.clock.set('2026-02-02T06:00:00Z');
    expect(await approve(faisal, list.request.id)).toBeNull();
    expect(await counts()).toEqual({ free_count: 2, given_count: 0, waiting_count: 0 });
  });

  test('the database refuses an approval by the same person and one before the day is over', async () => {
    const { list } = await load(fresh(1));
    const approved = (by: string, hours: number) =>
      product.rows(
        `update virtual_iban_lists set approved_by = ${by}, approved_at = loaded_at + make_interval(hours => ${hours})
          where id = $1`,
        [list.id],
      );
    await expect(approved('loaded_by', 24)).rejects.toThrow(/check/);
    await expect(approved(`'${faisal.user_id}'`, 23)).rejects.toThrow(/check/);
    await expect(
      product.rows(
        `update approval_requests set outcome = 'Approved', decided_by = $2, decided_at = requested_at where id = $1`,
        [list.request.id, faisal.user_id],
      ),
    ).rejects.toThrow(/check/);
  });

  test('loading the same file again changes nothing, and a declined list can be loaded again', async () => {
    const ibans = fresh(1);
    const first = await load(ibans);
    expect(await load(ibans, faisal)).toMatchObject({
      is_known: true,
      list: { id: first.list.id },
    });
    const id = first.list.request.id;
    await faisal.call('decline_request', { params: { id }, body: { reason: 'Not our bank' } });
    const second = await load(ibans);
    expect(second).toMatchObject({ is_known: false });
    product.clock.moveDays(1);
    expect(await approve(faisal, second.list.request.id)).toBeNull();
    expect(await load(ibans)).toMatchObject({
      is_known: true,
      list: { id: second.list.id, request: { outcome: 'Approved' } },
    });
  });

  test('a list with an IBAN that cannot be ours is refused as a whole, with the line', async () => {
    const [one, other] = fresh(2) as [string, string];
    await bring([one]);
    expect(await problemOf(other, one)).toEqual([
      'virtual_ibans_refused',
      'line 2 · iban',
      'is a virtual IBAN of ours already: leave it out',
    ]);
    expect((await problemOf(other, platform))[1]).toBe('line 2 · iban');
    expect((await problemOf(saudiIban(1, '20')))[2]).toContain('must be of our bank (80)');
    const taken = saudiIban(900_001);
    await agency.call('upsert_agency', { body: { iban: taken } });
    expect(await problemOf(other, taken)).toEqual([
      'virtual_ibans_refused',
      'line 2 · iban',
      'is the IBAN of an agency or a company: ask the bank for another one',
    ]);
    await load([other]);
    expect((await problemOf(...fresh(1), other))[2]).toContain('another list that waits');
    expect((await problemOf(''))[1]).toBe('iban');
  });

  test('an agency and a company are not paid to an IBAN that leads to us', async () => {
    const [iban] = fresh(1) as [string];
    await bring([iban]);
    const company = await newCompany();
    for (const answer of [
      await agency.send('upsert_agency', { body: { iban } }),
      await company.send('ask_for_refund_iban', { body: { iban } }),
    ])
      expect(JSON.parse(answer.text)).toMatchObject({
        code: 'validation_failed',
        fields: [{ field: 'iban', message: 'must be an account of yours: this one leads to ours' }],
      });
  });
});

describe('each company is given one for good', () => {
  /** What other tests have left free is given to companies of their own. */
  const useUp = async () => {
    for (let left = (await counts()).free_count; left > 0; left -= 1) {
      const { user_id } = await newCompany();
      await product.rows(
        'select give_virtual_iban(c.id, $2) from companies c where c.user_id = $1',
        [user_id, product.clock.now()],
      );
    }
  };

  test('with its first documents, which print it as every other place does; another company gets another one', async () => {
    await bring(fresh(2));
    const early = await newCompany();
    expect(await ibanOf(early)).toBe(platform);
    const [one, other] = [await newDebtor(), await newDebtor()];
    const iban = await ibanOf(one.company);
    expect(iban).not.toBe(platform);
    expect(await ibanOf(other.company)).not.toBe(iban);
    const details = readTicket.reply.parse(
      await one.company.call('read_ticket', {
        params: { ticket_number: one.ticket.ticket_number },
      }),
    );
    expect(details.how_to_pay).toMatchObject({
      iban,
      reference: paymentReference(one.ticket.ticket_number),
    });
    const read = await maha.call('read_company_assessment', { params: { id: one.id } });
    expect(read.virtual_iban).toBe(iban);
    // Of the agency's side nobody is told.
    const seen = await agency.send('read_ticket', {
      params: { ticket_number: one.ticket.ticket_number },
    });
    expect(seen.text).not.toContain(iban);
    // A second ticket changes nothing.
    await financeTicket([maha, faisal], { company: one.company, agency, agency_id }, '90.00', 1);
    expect(await ibanOf(one.company)).toBe(iban);
  });

  test('the approval of a list gives one to each company with a ticket, until the list is used up', async () => {
    await useUp();
    const [one, other] = [await newDebtor(), await newDebtor()];
    expect(await ibanOf(one.company)).toBe(platform);
    const { waiting_count } = await counts();
    expect(waiting_count).toBeGreaterThanOrEqual(2);
    const { waits } = await maha.call('operations_overview');
    expect(waits.virtual_ibans_missing.count).toBe(waiting_count);
    await bring(fresh(waiting_count - 1));
    expect(await counts()).toMatchObject({ free_count: 0, waiting_count: 1 });
    await bring(fresh(2));
    expect(await counts()).toMatchObject({ free_count: 1, waiting_count: 0 });
    const ibans = [await ibanOf(one.company), await ibanOf(other.company)];
    expect(new Set([...ibans, platform]).size).toBe(3);
  });

  test('the database never gives it to another company, takes it back or forgets it', async () => {
    await bring(fresh(1));
    const { company, id } = await newDebtor();
    const iban = await ibanOf(company);
    const other = await newCompany();
    const change = (sql: string) => product.rows(sql, [iban]);
    const to = `(select id from companies where user_id = '${other.user_id}')`;
    await expect(
      change(`update virtual_ibans set company_id = ${to} where iban = $1`),
    ).rejects.toThrow(/stays as it is/);
    await expect(
      change(`update virtual_ibans set company_id = null, assigned_at = null where iban = $1`),
    ).rejects.toThrow(/stays as it is/);
    await expect(change(`delete from virtual_ibans where iban = $1`)).rejects.toThrow(
      /append-only/,
    );
    await expect(
      product.rows(
        `insert into virtual_ibans (iban, list_id) select $1, id from virtual_iban_lists
          where approved_at is not null limit 1`,
        fresh(1),
      ),
    ).rejects.toThrow(/must stand on its list/);
    const second = `update virtual_ibans set company_id = '${id}', assigned_at = now()
      where iban = (select iban from virtual_ibans where company_id is null limit 1) and $1::text is not null`;
    await bring(fresh(1));
    await expect(change(second)).rejects.toThrow(/unique/);
  });
});

describe('a line credited to it', () => {
  let company: Actor;
  let ticket: Ticket;
  let iban: string;

  const debtor = async () => {
    await bring(fresh(1 + (await counts()).waiting_count));
    ({ company, ticket } = await newDebtor());
    iban = (await ibanOf(company))!;
  };
  /** A statement of our account with the account that each credit went to. */
  const csv = (...rows: string[]) =>
    ['date,amount,details,bank reference,virtual account', ...rows].join('\n');

  test('is the company’s with certainty, without a reference and from an unknown payer', async () => {
    await debtor();
    const id = await importFile(csv(`${day()},450.00,Transfer,FT-A1,${iban}`));
    const [line] = await linesOf(id, 'certain');
    expect(line).toMatchObject({
      match_reason: 'virtual_iban',
      credited: { iban, company_id: ticket.company_id },
      proposed: { company_id: ticket.company_id, ticket_number: null },
    });
    expect(await confirm(id)).toMatchObject({ confirmed: { count: 1, amount_sar: '450.00' } });
    expect(await paidOf(company, ticket)).toEqual(['300.00', '150.00', '0.00']);
    await expectSoundBooks(product.database);
  });

  test('may be more than is owed: the rest is the company’s credit', async () => {
    await debtor();
    const reference = paymentReference(ticket.ticket_number);
    const id = await importFile(csv(`${day()},1000.00,${reference},FT-B1,${iban}`));
    expect(await confirm(id)).toMatchObject({ confirmed: { count: 1 }, demoted: 0 });
    expect(await paidOf(company, ticket)).toEqual(['300.00', '300.00', '300.00']);
    await expectSoundBooks(product.database);
  });

  test('with a reference of another company is decided by staff', async () => {
    await debtor();
    const other = await newDebtor();
    const reference = paymentReference(other.ticket.ticket_number);
    const id = await importFile(csv(`${day()},300.00,${reference},FT-C1,${iban}`));
    expect(await linesOf(id, 'certain')).toEqual([]);
    expect(await linesOf(id, 'unclear')).toMatchObject([
      { match_reason: 'virtual_iban_contradicted', proposed: null },
    ]);
  });

  test('is another company’s only with a reason, which the history keeps', async () => {
    await debtor();
    const other = await newDebtor();
    const reference = paymentReference(other.ticket.ticket_number);
    const id = await importFile(csv(`${day()},300.00,${reference},FT-J1,${iban}`));
    const [line] = await linesOf(id, 'unclear');
    const to = (body: object) =>
      maha.send('confirm_bank_statement_line', { params: { id: line!.id }, body });
    const { ticket_number } = other.ticket;
    for (const body of [{ ticket_number }, { company_id: other.id }, {}])
      expect(JSON.parse((await to(body)).text)).toMatchObject({
        code: 'virtual_iban_of_other',
        fields: [{ field: 'reason' }],
      });
    const reason = 'They mixed up two suppliers';
    expect((await to({ ticket_number, reason })).status).toBe(200);
    expect(await paidOf(other.company, other.ticket)).toEqual(['300.00', '0.00', '0.00']);
    expect(
      await product.rows(
        `select after ->> 'reason' as reason from events
          where operation = 'confirm_bank_statement_line' and subject_id = $1`,
        [line!.id],
      ),
    ).toEqual([{ reason }]);
    await expectSoundBooks(product.database);
  });

  test('from before the company was given it is nobody’s, also when the line is matched again', async () => {
    await bring(fresh(1 + (await counts()).waiting_count));
    const [left] = await product.rows<{ iban: string }>(
      'select iban from virtual_ibans where company_id is null order by iban limit 1',
    );
    const early = await newDebtor();
    expect(await ibanOf(early.company)).toBe(left!.iban);
    const before = new Date(product.clock.now().getTime() - 86_400_000).toISOString().slice(0, 10);
    const id = await importFile(csv(`${before},44.00,Transfer,FT-K1,${left!.iban}`));
    await maha.call('match_bank_statement_lines', { params: { id } });
    expect(await linesOf(id, 'unclear')).toMatchObject([{ match_reason: 'virtual_iban_free' }]);
  });

  test('is not identified while nobody has its IBAN; an IBAN that is not ours is ignored', async () => {
    const { waiting_count } = await counts();
    const free = fresh(1 + waiting_count);
    await bring(free);
    const [left] = await product.rows<{ iban: string }>(
      'select iban from virtual_ibans where company_id is null limit 1',
    );
    const id = await importFile(
      csv(
        `${day()},31.00,Transfer,FT-D1,${left!.iban}`,
        `${day()},32.00,Transfer,FT-D2,${saudiIban(800_001)}`,
      ),
    );
    const lines = await linesOf(id, 'unclear');
    expect(lines.map(({ match_reason, credited }) => [match_reason, credited?.company_id])).toEqual(
      [
        ['virtual_iban_free', null],
        ['nothing', undefined],
      ],
    );
  });

  test('is recognised in camt.053, in an account column, and in a statement of its own', async () => {
    await debtor();
    const entry = { amount: '10.00', day: day(), reference: 'FT-E1', creditor: iban };
    const camt = await importFile(camtFile('camt.053.001.08', [entry], platform));
    expect(await linesOf(camt, 'certain')).toMatchObject([{ credited: { iban } }]);
    const column = await importFile(
      [
        'account number,date,amount,bank reference',
        `${platform},${day()},11.00,FT-E2`,
        `${iban.slice(6)},${day()},12.00,FT-E3`,
      ].join('\n'),
    );
    expect(await linesOf(column, 'certain')).toMatchObject([{ amount: '12.00' }]);
    const own = await importStatement(
      maha,
      camtFile('camt.053.001.02', [{ amount: '13.00', day: day(), reference: 'FT-E4' }], iban),
    );
    expect(own.statement.account_iban).toBe(iban);
    expect(await linesOf(own.statement.id, 'certain')).toMatchObject([{ amount: '13.00' }]);
    const mixed = `account number,date,amount\n${platform},${day()},11.00\n608010167520,${day()},12.00`;
    const refused = await maha.send('import_bank_statement', textFile('x.csv', mixed));
    expect(JSON.parse(refused.text)).toMatchObject({ code: 'bank_statement_other_account' });
    const foreign = camtFile('camt.053.001.02', [entry], saudiIban(800_002));
    const answer = await maha.send('import_bank_statement', textFile('x.xml', foreign));
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'bank_statement_other_account' });
  });

  test('is counted once when our account and the virtual IBAN both tell it', async () => {
    await debtor();
    const main = await importFile(csv(`${day()},300.00,Transfer,FT-F1,${iban}`));
    await confirm(main);
    // Under the same reference it is the same movement.
    const same = [{ amount: '300.00', day: day(), reference: 'FT-F1' }];
    const again = await importStatement(maha, camtFile('camt.053.001.02', same, iban));
    expect(again.statement).toMatchObject({ line_count: 0, known_count: 1 });
    // Under another one somebody is asked, before and after the first is confirmed.
    const named = [{ amount: '300.00', day: day(), reference: 'VA-F1' }];
    const asked = await importStatement(maha, camtFile('camt.053.001.02', named, iban));
    expect(await linesOf(asked.statement.id, 'certain')).toEqual([]);
    expect(await linesOf(asked.statement.id, 'likely')).toMatchObject([
      { match_reason: 'told_before' },
    ]);
    expect(await paidOf(company, ticket)).toEqual(['300.00', '0.00', '0.00']);
  });

  test('two statements of it that nobody has confirmed are not both paid', async () => {
    await debtor();
    const main = await importFile(csv(`${day()},200.00,Transfer,FT-G1,${iban}`));
    const named = [{ amount: '200.00', day: day(), reference: 'VA-G1' }];
    const own = await importStatement(maha, camtFile('camt.053.001.02', named, iban));
    expect(await linesOf(own.statement.id, 'certain')).toEqual([]);
    await confirm(main).catch(() => {});
    await maha.call('match_bank_statement_lines', { params: { id: own.statement.id } });
    expect(await linesOf(own.statement.id, 'certain')).toEqual([]);
    const paid = await paidOf(company, ticket);
    expect(['0.00', '200.00']).toContain(paid[0]);
  });

  test('is recognised when a later statement names it for a line of our account', async () => {
    await debtor();
    const main = await importFile(
      ['date,amount,details,bank reference', `${day()},77.00,Transfer,FT-H1`].join('\n'),
    );
    expect(await linesOf(main, 'unclear')).toMatchObject([{ credited: null }]);
    const same = [{ amount: '77.00', day: day(), reference: 'FT-H1' }];
    await importStatement(maha, camtFile('camt.053.001.02', same, iban));
    expect(await linesOf(main, 'likely')).toMatchObject([
      { match_reason: 'virtual_iban', proposed: { company_id: ticket.company_id } },
    ]);
    await maha.call('match_bank_statement_lines', { params: { id: main } });
    expect(await linesOf(main, 'certain')).toMatchObject([{ match_reason: 'virtual_iban' }]);
  });

  test('needs a decision when a later statement names it for a line confirmed for another company', async () => {
    await debtor();
    const other = await newDebtor();
    const main = await importFile(
      ['date,amount,details,bank reference', `${day()},78.00,Transfer,FT-L1`].join('\n'),
    );
    const [line] = await linesOf(main, 'unclear');
    await maha.call('confirm_bank_statement_line', {
      params: { id: line!.id },
      body: { company_id: other.id },
    });
    const same = [{ amount: '78.00', day: day(), reference: 'FT-L1' }];
    const told = await importStatement(maha, camtFile('camt.053.001.02', same, iban));
    expect(await linesOf(told.statement.id, 'likely')).toMatchObject([
      { match_reason: 'told_before', proposed: { company_id: ticket.company_id } },
    ]);
  });

  test('credits with one reference to two virtual IBANs are two movements', async () => {
    await debtor();
    const [one, oneIban] = [ticket, iban];
    await debtor();
    const entries = [{ amount: '50.00', day: day(), reference: 'BULK-1' }];
    await importStatement(maha, camtFile('camt.053.001.02', entries, oneIban));
    const second = await importStatement(maha, camtFile('camt.053.001.02', entries, iban));
    expect(second.statement).toMatchObject({ line_count: 1, known_count: 0 });
    expect(await linesOf(second.statement.id, 'certain')).toMatchObject([
      { proposed: { company_id: ticket.company_id } },
    ]);
    expect(one.company_id).not.toBe(ticket.company_id);
  });
});

// The last test: no other one uses up so many.
test('two long lists are compared with each other, and both are approved', async () => {
  const [one, other] = [await load(fresh(20_000)), await load(fresh(20_000))];
  // The database's statistics are those of before, when next to none was free.
  await product.rows('analyze');
  product.clock.moveDays(1);
  for (const { list } of [one, other]) expect(await approve(faisal, list.request.id)).toBeNull();
});
