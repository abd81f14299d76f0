import type { Ticket } from '#api/tickets.ts';
import { addDays, riyadhDate, type IsoDate } from '#domain/calendar.ts';
import { requestsStopFrom } from '#domain/installments/lateness.ts';
import { decimalFromHalalas, halalasFromDecimal } from '#domain/money.ts';
import { acceptTicketDocuments, type Asker } from '../product-client/acceptance.ts';
import { pdf, png } from '../product-client/sample-uploads.ts';
import { agencySteps, budgetSteps, reviewSteps } from './decisions.ts';
import { ibanSteps } from './ibans.ts';
import { deskSteps, payoutSteps, repaymentSteps, type DemoDesk, type Step } from './money.ts';
import {
  demoAgencies,
  demoCompanies,
  demoPassword,
  demoPeople,
  demoStaff,
  type DemoAgency,
  type DemoCompany,
} from './people.ts';
import { FIRST_SIGN_UP_DAYS, planTickets, type PlannedTicket } from './plan.ts';
import { call, listen, upload } from '../product-client/product-client.ts';
import { bankStatementSteps } from './bank-statements.ts';
import { signUp, type Visitor } from './visitor.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

interface DemoServer {
  url: string;
  /** Moves the server's clock. */
  setNow: (now: Date) => void;
  /** Makes a person staff, which the public API cannot. */
  /** As if the person had opened the link that proves their mailbox: the demo's people read no mail. */
  proveMailbox: (email: string) => Promise<void>;
  addStaff: (email: string, name: string) => Promise<void>;
  /** Closes a Riyadh day that is over, as the server's job does. */
  closeDay: (day: IsoDate) => Promise<void>;
}

/**
 * Lets four months of the product happen at a server whose database is empty, through its public API alone: people sign
 * up and save their profiles, credit is analysed by its job, tickets are requested, answered and cancelled, agencies are
 * paid and companies repay, each at its own moment of the moved clock. Ends with the clock at `today`.
 */
export async function fillDemo(
  server: DemoServer,
  options: { today: Date; tickets: number },
): Promise<void> {
  const visitors = new Map<string, Visitor>();
  const agencyIds = new Map<string, string>();
  const tickets = new Map<number, Ticket>();
  const plan = planTickets(options.tickets);
  const accept = async (place: number, now: Date) => {
    const {
      email,
      contact_name: name,
      contact_title: capacity,
    } = demoCompanies[plan[place]!.company]!;
    const token = await visitors.get(email)!.token(now);
    const company: Asker = { call: (id, input) => call(server.url, id, token, input) };
    await acceptTicketDocuments(company, tickets.get(place)!, { name, capacity });
  };
  const desk: DemoDesk = {
    url: server.url,
    maha: () => visitors.get(demoStaff[0].email)!,
    faisal: () => visitors.get(demoStaff[1].email)!,
  };
  /** The first ticket of the plan that was approved and is such a one. */
  const approved = (isSuch: (ticket: PlannedTicket) => boolean) =>
    tickets.get(plan.findIndex((ticket) => ticket.outcome === 'approve' && isSuch(ticket)));
  const steps: Step[] = [
    ...demoPeople.map((person, index) => ({
      before_ms: FIRST_SIGN_UP_DAYS * DAY_MS - index * 3 * 60 * MINUTE_MS,
      run: async (now: Date) => {
        const visitor = await signUp(server.url, { ...person, password: demoPassword });
        await server.proveMailbox(person.email);
        visitors.set(person.email, visitor);
        const token = await visitor.token(now);
        if (person.role === null) {
          await server.addStaff(person.email, person.name);
          await visitor.addFactor(now);
        } else if (person.role === 'company') await saveCompany(server.url, token, person);
        else agencyIds.set(person.email, await saveAgency(server.url, token, person));
      },
    })),
    ...plan.flatMap((ticket, index) => [
      ...ticketSteps(server.url, ticket, index, {
        company: () => visitors.get(demoCompanies[ticket.company]!.email)!,
        desk,
        agency: () => visitors.get(demoAgencies[ticket.agency]!.email)!,
        agency_id: () => agencyIds.get(demoAgencies[ticket.agency]!.email)!,
        requested: (made) => tickets.set(index, made),
        approved: async (now) => {
          if (isAccepted(ticket, index)) await accept(index, now);
        },
      }),
      ...(ticket.accepted_ms
        ? [{ before_ms: ticket.accepted_ms, run: (now: Date) => accept(index, now) }]
        : []),
      ...(ticket.outcome === 'approve' && hasIban(ticket)
        ? repaymentSteps(
            desk,
            {
              ...ticket,
              today: options.today,
              place: index,
              stopsPayingDays: demoCompanies[ticket.company]!.stopsPayingDays,
            },
            () => tickets.get(index)!,
          )
        : []),
      ...(ticket.outcome === 'approve'
        ? reviewSteps(desk, demoCompanies[ticket.company]!, ticket.answered_ms, () =>
            tickets.get(index)!,
          )
        : []),
    ]),
    ...demoCompanies.flatMap((company) =>
      budgetSteps(desk, company, () => visitors.get(company.email)!, FIRST_SIGN_UP_DAYS - 5),
    ),
    ...payoutSteps(desk, FIRST_SIGN_UP_DAYS, (ticket_number, now) => {
      const numbers = [...tickets].map(([place, made]) => [made.ticket_number, place] as const);
      return accept(new Map(numbers).get(ticket_number)!, now);
    }),
    ...demoAgencies.flatMap((agency) =>
      agencySteps(desk, agency, () => agencyIds.get(agency.email)!, FIRST_SIGN_UP_DAYS - 6),
    ),
    ...ibanSteps(desk, FIRST_SIGN_UP_DAYS, (place) => visitors.get(demoAgencies[place]!.email)!),
    ...bankStatementSteps(desk, async () =>
      [...tickets].flatMap(([place, { ticket_number }]) => {
        const { email, stopsPayingDays } = demoCompanies[plan[place]!.company]!;
        return stopsPayingDays ? [] : [{ ticket_number, company: visitors.get(email)! }];
      }),
    ),
    ...deskSteps(
      desk,
      {
        unpaid: () => approved(({ shows }) => shows === 'a write-off'),
        withoutIban: () =>
          approved((ticket) => ticket.created_ms > 20 * DAY_MS && !hasIban(ticket)),
      },
      () => demoCompanies.flatMap(({ email }) => visitors.get(email) ?? []),
    ),
  ];
  steps.sort((a, b) => b.before_ms - a.before_ms);
  for (const { before_ms, run } of steps) {
    const now = new Date(options.today.getTime() - before_ms);
    server.setNow(now);
    await run(now);
  }
  server.setNow(options.today);
  await server.closeDay(addDays(riyadhDate(options.today), -1));
  for (const member of [desk.maha(), desk.faisal()]) {
    await member.removeFactor(options.today);
  }
}

/** Of those that were approved in the last days every other waits for its company. */
const isAccepted = ({ answered_ms, accepted_ms }: PlannedTicket, place: number) =>
  accepted_ms === undefined && (answered_ms > 2 * DAY_MS || place % 2 === 0);

const hasIban = ({ agency }: PlannedTicket) => demoAgencies[agency]!.hasIban !== false;

async function saveCompany(url: string, token: string, company: DemoCompany): Promise<void> {
  if (!company.active) return;
  const paper = (title: string) =>
    pdf(`${title}.pdf`, [title, company.website, 'Made for the demo of Hamla.']);
  const send = async (kind: Parameters<typeof upload>[1], title: string) =>
    (await upload(url, kind, token, paper(title))).path;
  const all = company.documents === 'all';
  const stream = await listen(url, token);
  await call(url, 'upsert_company', token, {
    body: {
      name: company.name,
      website: company.website,
      cr_number: company.cr_number,
      address: company.city,
      phone: phoneOf(company.email),
      email: company.email,
      contact_name: company.contact_name,
      contact_title: company.contact_title,
      business_area: company.business_area,
      revenue_last_6_months: company.revenue?.map((sar) => decimalFromHalalas(sar * 100)) ?? null,
      company_registration_file:
        company.documents === 'none'
          ? null
          : await send('company_registration_file', 'Commercial registration'),
      financial_statement_file: all
        ? await send('financial_statement_file', 'Financial statement')
        : null,
      bank_statement_6m_file: all
        ? await send('bank_statement_6m_file', 'Bank statement of six months')
        : null,
    },
  });
  // The budget comes from a job: nobody requests financing before it is there.
  await stream.hears('analyse_credit');
  await stream.close();
}

async function saveAgency(url: string, token: string, agency: DemoAgency): Promise<string> {
  if (!agency.active) return (await call(url, 'read_agency', token)).id;
  const other_docs_files: string[] = [];
  for (let index = 0; index < agency.otherDocuments; index += 1) {
    const file = index % 2 === 0 ? pdf('Portfolio.pdf', ['Portfolio']) : png('Certificate.png');
    other_docs_files.push((await upload(url, 'other_docs_files', token, file, index)).path);
  }
  const registration = pdf('Commercial registration.pdf', ['Commercial registration']);
  const { id } = await call(url, 'upsert_agency', token, {
    body: {
      name: agency.name,
      address: agency.city,
      phone: phoneOf(agency.email),
      email: agency.email,
      contact_name: agency.contact_name,
      contact_title: agency.contact_title,
      iban: agency.hasIban === false ? null : ibanOf(agency.email),
      company_registration_file: (
        await upload(url, 'agency_registration_file', token, registration)
      ).path,
      other_docs_files,
      specializations: agency.specializations,
      specialization_other: agency.specialization_other ?? null,
    },
  });
  return id;
}

/** A ticket's request and, unless it still waits, its answer. */
function ticketSteps(
  url: string,
  ticket: PlannedTicket,
  index: number,
  who: {
    company(): Visitor;
    desk: DemoDesk;
    agency(): Visitor;
    agency_id(): string;
    requested(ticket: Ticket): void;
    approved(now: Date): Promise<void>;
  },
): Step[] {
  let id = '';
  const request: Step = {
    before_ms: ticket.created_ms,
    run: async (now) => {
      const token = await who.company().token(now);
      await payWhatStopsRequests(who.desk, token, now);
      const amount = await affordable(url, token, ticket.amount_sar);
      const title = `Invoice ${1000 + index}`;
      const file =
        ticket.invoice === 'png'
          ? png(`${title}.png`)
          : pdf(`${title}.pdf`, [title, `Total: SAR ${amount}`]);
      const invoice = await upload(url, 'invoice', token, file);
      const made = await call(url, 'create_ticket_with_installments', token, {
        body: {
          p_agency_id: who.agency_id(),
          p_amount_sar: amount,
          p_term_months: ticket.term_months,
          p_description: ticket.description,
          p_invoice_url: invoice.path,
        },
      });
      id = made.id;
      who.requested(made);
    },
  };
  const { outcome, rejection_reason } = ticket;
  if (outcome === 'waiting') return [request];
  const answer: Step = {
    before_ms: ticket.answered_ms,
    run: async (now) => {
      const token = await (outcome === 'cancel' ? who.company() : who.agency()).token(now);
      const params = { id };
      if (outcome === 'approve') {
        await call(url, 'approve_ticket', token, { params });
        await who.approved(now);
      } else if (outcome === 'cancel') await call(url, 'cancel_ticket', token, { params });
      else await call(url, 'reject_ticket', token, { params, body: { rejection_reason } });
    },
  };
  return [request, answer];
}

/** What has been overdue for so long that the company's requests have stopped is paid. */
async function payWhatStopsRequests(desk: DemoDesk, token: string, now: Date): Promise<void> {
  const { company, today, overdue_owed, lateness } = await call(
    desk.url,
    'company_dashboard',
    token,
  );
  if (!overdue_owed || !lateness) return;
  if (today < requestsStopFrom(overdue_owed.due_date, lateness.request_grace_days)) return;
  const { id } = await call(desk.url, 'record_payment', await desk.faisal().token(now), {
    body: {
      amount_sar: overdue_owed.amount_sar,
      value_date: today,
      company_id: company.id,
      is_another: true,
    },
  });
  // Its stop is lifted only then.
  await call(desk.url, 'confirm_payment', await desk.maha().token(now), { params: { id } });
}

/** The wished amount, or a fifth of what the company still may request: a wire amount, whole SAR. */
async function affordable(url: string, token: string, wished_sar: number): Promise<string> {
  const { budget } = await call(url, 'company_dashboard', token);
  const wished = wished_sar * 100;
  if (budget.available_budget === null) return decimalFromHalalas(wished);
  const fifth = Math.floor(halalasFromDecimal(budget.available_budget) / 500) * 100;
  return decimalFromHalalas(Math.min(wished, fifth));
}

/** Numbers that belong to nobody but are well formed: always the same for the same address. */
const numberOf = (email: string) =>
  Array.from(email).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9_999_991, 7);

const phoneOf = (email: string) => `055${String(numberOf(email)).padStart(7, '0')}`;

function ibanOf(email: string): string {
  const account = `80${String(numberOf(email)).padStart(18, '0')}`;
  // ISO 13616: SA is 2810, and the whole leaves 1 when divided by 97.
  const check = 98n - (BigInt(`${account}281000`) % 97n);
  return `SA${String(check).padStart(2, '0')}${account}`;
}
