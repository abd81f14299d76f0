import type { Ticket } from '#api/tickets.ts';
import { addDays, riyadhDate, type IsoDate } from '#domain/calendar.ts';
import { decimalFromHalalas, halalasFromDecimal } from '#domain/money.ts';
import { acceptTicketDocuments } from '../product-client/acceptance.ts';
import { requesterWith, requestTicket } from '../product-client/financing.ts';
import { pdf, png } from '../product-client/sample-uploads.ts';
import { renderInvoice } from './invoice.ts';
import { agencySteps, budgetSteps, review, reviewSteps } from './decisions.ts';
import { ibanSteps } from './ibans.ts';
import {
  staffSteps,
  payoutSteps,
  promiseSteps,
  repaymentSteps,
  type StaffVisitors,
  type Step,
} from './money.ts';
import {
  demoAgencies,
  demoCompanies,
  demoPassword,
  demoPeople,
  demoStaff,
  inventedVatNumber,
  numberOf,
  type DemoAgency,
  type DemoCompany,
} from './people.ts';
import { FIRST_SIGN_UP_DAYS, planTickets, STEP_SAR, type PlannedTicket } from './plan.ts';
import { call, listen, upload } from '../product-client/product-client.ts';
import { bankStatementSteps } from './bank-statements.ts';
import { budgetRequestSteps } from './budget-requests.ts';
import { planNextPolicy, policySteps } from './credit-policies.ts';
import { signUp, type Visitor } from './visitor.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

interface DemoServer {
  url: string;
  /** Moves the server's clock. */
  setNow: (now: Date) => void;
  /** As if the person had opened the link that proves their mailbox: the demo's people read no mail. */
  proveMailbox: (email: string) => Promise<void>;
  /** Makes a person staff, which the public API cannot. */
  addStaff: (email: string, name: string) => Promise<void>;
  /** Closes a Riyadh day that is over, as the server's job does. */
  closeDay: (day: IsoDate) => Promise<void>;
}

/**
 * Lets four months of the product happen at a server whose database is empty, through its public API alone: people sign
 * up and save their profiles, credit is analysed by its job, tickets are requested, answered and cancelled, agencies are
 * paid and companies repay, each at its own moment of the moved clock. Ends with the clock at `today`.
 * @param options.progress is told the share of the steps that are done, from 0 to 1.
 */
export async function fillDemo(
  server: DemoServer,
  options: { today: Date; tickets: number; progress?: (share: number) => void },
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
    const company = requesterWith(server.url, await visitors.get(email)!.token(now), demoPassword);
    await acceptTicketDocuments(company, tickets.get(place)!, { name, capacity });
  };
  const staff: StaffVisitors = {
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
            staff,
            {
              ...ticket,
              today: options.today,
              place: index,
              isExact: demoCompanies[ticket.company]!.situations.includes('repaid'),
              stopsPayingDays: demoCompanies[ticket.company]!.stopsPayingDays,
            },
            () => tickets.get(index)!,
          )
        : []),
      ...(ticket.outcome === 'approve'
        ? reviewSteps(staff, demoCompanies[ticket.company]!, ticket.answered_ms, () =>
            tickets.get(index)!,
          )
        : []),
    ]),
    ...demoCompanies.flatMap((company) =>
      budgetSteps(staff, company, () => visitors.get(company.email)!, FIRST_SIGN_UP_DAYS - 5),
    ),
    ...demoCompanies.flatMap((company) =>
      promiseSteps(server.url, company, () => visitors.get(company.email)!),
    ),
    ...budgetRequestSteps(staff, () =>
      demoCompanies.flatMap(({ email, active }) => (active && visitors.get(email)) || []),
    ),
    ...payoutSteps(staff, FIRST_SIGN_UP_DAYS, async (ticket_number, now) => {
      const [place, ticket] = [...tickets].find(
        ([, made]) => made.ticket_number === ticket_number,
      )!;
      await accept(place, now);
      await review(staff, ticket, now);
    }),
    ...demoAgencies.flatMap((agency) =>
      agencySteps(staff, agency, () => agencyIds.get(agency.email)!, FIRST_SIGN_UP_DAYS - 6),
    ),
    ...ibanSteps(staff, FIRST_SIGN_UP_DAYS, (place) => visitors.get(demoAgencies[place]!.email)!),
    ...policySteps(staff),
    ...bankStatementSteps(staff, async () =>
      [...tickets].flatMap(([place, { ticket_number }]) => {
        const { email, late } = demoCompanies[plan[place]!.company]!;
        return late ? [] : [{ ticket_number, company: visitors.get(email)! }];
      }),
    ),
    ...staffSteps(
      staff,
      {
        unpaid: () => approved(({ shows }) => shows === 'a write-off'),
        withoutIban: () =>
          approved((ticket) => ticket.created_ms > 20 * DAY_MS && !hasIban(ticket)),
      },
      () => demoCompanies.flatMap(({ email }) => visitors.get(email) ?? []),
      options.today,
    ),
  ];
  steps.sort((a, b) => b.before_ms - a.before_ms);
  for (const [done, { before_ms, run }] of steps.entries()) {
    options.progress?.(done / steps.length);
    const now = new Date(options.today.getTime() - before_ms);
    server.setNow(now);
    await run(now);
  }
  server.setNow(options.today);
  await server.closeDay(addDays(riyadhDate(options.today), -1));
  await planNextPolicy(staff, options.today);
  for (const member of [staff.maha(), staff.faisal()]) {
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
      // One agency has given neither: what its invoices say is compared with nothing.
      vat_number: agency.hasIban === false ? null : inventedVatNumber(agency.email),
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
      const amount = await affordable(url, token, ticket.amount_sar);
      const file = await renderInvoice(ticket, {
        place: index,
        amount_sar: amount,
        issued_on: riyadhDate(now),
      });
      const parties = {
        company: requesterWith(url, token, demoPassword),
        agency_id: who.agency_id(),
      };
      const { term_months, description } = ticket;
      const made = await requestTicket(parties, amount, term_months, description, file);
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

/** The wished amount, or a fifth of what the company still may request: a wire amount, in whole steps where it may. */
async function affordable(url: string, token: string, wished_sar: number): Promise<string> {
  const { budget } = await call(url, 'company_dashboard', token);
  if (budget.available_budget === null) return decimalFromHalalas(wished_sar * 100);
  const fifth_sar = Math.floor(halalasFromDecimal(budget.available_budget) / 500);
  const steps_sar = fifth_sar - (fifth_sar % STEP_SAR);
  return decimalFromHalalas(Math.min(wished_sar, steps_sar || fifth_sar) * 100);
}

const phoneOf = (email: string) => `055${String(numberOf(email)).padStart(7, '0')}`;

function ibanOf(email: string): string {
  const account = `80${String(numberOf(email)).padStart(18, '0')}`;
  // ISO 13616: SA is 2810, and the whole leaves 1 when divided by 97.
  const check = 98n - (BigInt(`${account}281000`) % 97n);
  return `SA${String(check).padStart(2, '0')}${account}`;
}
