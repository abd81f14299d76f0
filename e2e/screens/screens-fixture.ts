import { expect } from '@playwright/test';

import { DAY_MS } from '#domain/calendar.ts';
import { acceptTicketDocuments } from '#server/product-client/acceptance.ts';
import { makePayable } from '#server/product-client/financing.ts';
import { startProduct } from '../moved-clock.ts';
import {
  dashboardOf,
  issuedDocuments,
  newPerson,
  newStaff,
  newTicket,
  payOut,
  recordPayment,
  revenue,
  signInAgain,
  type Person,
  type Session,
} from '../people.ts';
import { fillConsole, type ConsoleIds } from './console-fixture.ts';
import { upload } from './upload.ts';

/** The people whose screens are looked at, made once; none of the screens changes anything of theirs. */
const roles = {
  /** Has given nothing yet. */
  newCompany: 'company',
  /** A complete profile, a budget, no ticket. */
  readyCompany: 'company',
  /** Tickets of every status that a use case reaches, four installments overdue, several to come. */
  busyCompany: 'company',
  newAgency: 'agency',
  /** Tickets in each column, payments on their way, an older one still pending. */
  busyAgency: 'agency',
  /** Signed up and has no role yet. */
  nobody: null,
} as const;

/** Staff: in the console, before their second factor is set up, and before it is shown. */
type StaffName = 'staff' | 'newStaff' | 'halfStaff';

export type Name = keyof typeof roles | StaffName;

/** What the screens need to know; plain data, so that it reaches every worker. */
export interface ScreensFixture {
  url: string;
  people: Record<Name, { email: string; session: Session }>;
  /** Ticket numbers of the busy company by what they are. */
  tickets: Record<
    | 'active'
    | 'sent'
    | 'overdue'
    | 'approved'
    | 'toAccept'
    | 'expired'
    | 'rejected'
    | 'cancelled'
    | 'waiting',
    string
  >;
  consoleIds: ConsoleIds;
}

/**
 * Starts a product whose clock is moved, lets six weeks happen in it, and ends in the present.
 * @param hasConsole also what the screens of the console show
 */
export async function startScreensFixture(hasConsole = true): Promise<{
  fixture: ScreensFixture;
  stop(): Promise<void>;
}> {
  let daysAgo = 47;
  // The company is late and requests anyway, so that every state stands on one dashboard.
  const grace = { REQUEST_GRACE_DAYS: '365' };
  const product = await startProduct({ now: () => new Date(Date.now() - daysAgo * DAY_MS) }, grace);
  const { url } = product;
  try {
    const everybody = Object.fromEntries(
      await Promise.all(
        Object.entries(roles).map(async ([name, role]) => [name, await newPerson(url, role)]),
      ),
    ) as Record<keyof typeof roles, Person>;
    // It looks at the set-up of a second factor.
    await product.proveMailbox(everybody.newCompany.email);
    const again = async (name: keyof typeof roles) =>
      (everybody[name] = await signInAgain(url, everybody[name]));
    await completeCompany(everybody.readyCompany, 'Najd Coffee Roasters');
    await completeCompany(everybody.busyCompany, 'شركة محمصة نجد للقهوة المختصة');
    const agency = {
      ...everybody.busyAgency,
      id: await completeAgency(everybody.busyAgency, 'وكالة صدى الإعلانية'),
    };

    const tickets = await liveSixWeeks({
      company: () => everybody.busyCompany,
      agency,
      makePayable: async (ticket) =>
        makePayable({ staff: await newStaff(product), company: everybody.busyCompany }, ticket),
      payAgencies: () => payOut(product, 1),
      repay: async (ticket) => {
        const staff = await newStaff(product);
        await recordPayment(staff, product, '350.00', ticket);
        const { id } = await recordPayment(staff, product, '250.00', ticket);
        const reason = 'The bank took it back';
        await staff.api('POST', `/api/operations/payments/${id}/reverse`, { reason });
      },
      moveTo: async (day) => {
        daysAgo = day;
        Object.assign(agency, await again('busyAgency'));
        await again('busyCompany');
      },
    });
    // Sessions of the present, for browsers that live in it.
    for (const name of Object.keys(roles) as (keyof typeof roles)[]) await again(name);
    const filled = hasConsole ? await fillConsole(product, everybody, tickets) : undefined;
    const people: Partial<ScreensFixture['people']> = filled?.staff ?? {};
    for (const name of Object.keys(roles) as (keyof typeof roles)[]) {
      const { email, session } = everybody[name];
      people[name] = { email, session };
    }
    const consoleIds = filled?.consoleIds as ConsoleIds;
    const fixture = { url, people: people as ScreensFixture['people'], tickets, consoleIds };
    return { fixture, stop: () => product.stop() };
  } catch (error) {
    await product.stop();
    throw error;
  }
}

const contact = {
  address: 'طريق الملك فهد، حي العليا، الرياض',
  phone: '0501234567',
  contact_name: 'نورة العتيبي',
  contact_title: 'Marketing Manager',
};

async function completeCompany(company: Person, name: string): Promise<void> {
  await company.api('PUT', '/api/company', {
    ...contact,
    name,
    website: 'https://najd.example.sa',
    email: 'finance@najd.example.sa',
    business_area: 'Coffee',
    cr_number: '1010123456',
    revenue_last_6_months: revenue,
    company_registration_file: await upload(company, 'company_registration_file', 'Registration'),
    financial_statement_file: await upload(company, 'financial_statement_file', 'Statement'),
    bank_statement_6m_file: await upload(company, 'bank_statement_6m_file', 'Bank statement'),
  });
  await expect
    .poll(async () => (await dashboardOf(company)).budget.available_budget, { timeout: 60_000 })
    .not.toBeNull();
}

async function completeAgency(agency: Person, name: string): Promise<string> {
  const { id } = await agency.api<{ id: string }>('PUT', '/api/agency', {
    ...contact,
    name,
    email: 'accounts@sada.example.sa',
    iban: 'SA0380000000608010167519',
    company_registration_file: await upload(agency, 'agency_registration_file', 'Registration'),
    specializations: ['branding', 'social_media'],
  });
  return id;
}

/** The tickets of the busy company and the busy agency, each at its day; ends today. */
async function liveSixWeeks(people: {
  company: () => Person;
  agency: Person & { id: string };
  makePayable: (ticket: { id: string; ticket_number: string }) => Promise<void>;
  /** All but the latest of what is due arrives; that one is sent. */
  payAgencies: () => Promise<void>;
  /** A part of it, and another that is taken back. */
  repay: (ticket: { ticket_number: string }) => Promise<void>;
  moveTo: (daysAgo: number) => Promise<void>;
}): Promise<ScreensFixture['tickets']> {
  const { company, agency, payAgencies, repay, moveTo } = people;
  /** What is approved otherwise waits for its review. */
  const approve = async (ticket: { id: string; ticket_number: string }) => {
    await answer('approve', ticket);
    await people.makePayable(ticket);
  };
  const request = (amount: string, months: 1 | 2 | 3, description?: string) =>
    newTicket(company(), agency, { amount, months, description });
  const answer = (move: string, { id }: { id: string }, body?: object) =>
    (move === 'cancel' ? company() : agency).api('POST', `/api/tickets/${id}/${move}`, body);

  await moveTo(42);
  // Its agency is paid: an installment is overdue by now, not for so long that payouts are stopped.
  const active = await request('1800.00', 3, 'Launch of the second branch');
  await approve(active);
  const sent = await request('1250.00', 3, 'Window posters');
  await approve(sent);
  await payAgencies();
  const overdue = await request('9000.01', 3, 'حملة رمضان على لوحات الطرق في الرياض وجدة');
  await approve(overdue);
  const rejected = await request('1500.00', 1, 'Launch week');
  await answer('reject', rejected, {
    rejection_reason: 'The invoice names another campaign.\nPlease send the one for March.',
  });
  await moveTo(20);
  await repay(active);
  const expired = await request('2400.00', 2);
  await approve(expired);
  const cancelled = await request('700.00', 1);
  await answer('cancel', cancelled);
  await moveTo(2);
  // It waits, and can be approved by today.
  await agency.api('PUT', '/api/agency', { iban: 'SA4420000001234567891234' });
  // Its first acceptance has grown too old by now.
  await company().api('POST', `/api/tickets/${overdue.id}/documents`);
  await acceptTicketDocuments(company(), overdue);
  const approved = await request('3333.34', 3, 'Ramadan campaign, second part');
  await approve(approved);
  await moveTo(0);
  const toAccept = await request('2100.00', 3, 'Spring campaign');
  await answer('approve', toAccept);
  await issuedDocuments(company(), toAccept);
  const waiting = await request(
    '1200.50',
    2,
    'National Day posters and the films that go with them',
  );
  await request('640.00', 1);
  const numbers = {
    active,
    sent,
    overdue,
    approved,
    toAccept,
    expired,
    rejected,
    cancelled,
    waiting,
  };
  return Object.fromEntries(
    Object.entries(numbers).map(([name, { ticket_number }]) => [name, ticket_number]),
  ) as ScreensFixture['tickets'];
}
