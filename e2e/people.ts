import { randomBytes, randomUUID } from 'node:crypto';

import {
  expect,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test';

import type { Payment } from '#api/payments.ts';
import {
  approvePendingIbans,
  releaseRun,
  requestTicket,
  type Requester,
} from '#server/product-client/financing.ts';
import { call, upload, type ChosenFile } from '#server/product-client/product-client.ts';
import {
  codeAt,
  enrolFactor,
  showFactor,
  type Factor,
} from '#server/product-client/second-factor.ts';
import type { CompanyDashboard } from '#api/dashboards.ts';
import type { Ticket } from '#api/tickets.ts';
import { riyadhDate } from '#domain/calendar.ts';

import { newAddress, password, type Product } from './product.ts';
import type { MovedProduct } from './moved-clock.ts';

/** The browser keeps its session under this name (web/src/accounts/auth-client.client.ts). */
export const sessionKey = 'hamla.session';

/** The account service's response to a sign-in, as the browser stores it. */
export interface Session {
  access_token: string;
}

/** A signed-up person, who calls the product's API and opens its screens. */
export interface Person extends Requester {
  email: string;
  session: Session;
  /** One request of the product API as this person; rejects with the problem's message. */
  api: <Reply>(method: string, path: string, body?: unknown) => Promise<Reply>;
  /** A screen in a browser context of its own, signed in. */
  open: (browser: Browser, path: string, options?: BrowserContextOptions) => Promise<Page>;
}

export const samplePdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n' +
    'trailer<</Root 1 0 R/Size 3>>\n%%EOF\n',
);

/** Signs a new person up through the account service (confirmation is off without SMTP); null: without a role. */
export async function newPerson(url: string, role: 'company' | 'agency' | null): Promise<Person> {
  const email = newAddress();
  const data = role === null ? {} : { role };
  const session = await accountRequest(`${url}/auth/v1/signup`, { email, data });
  return personOf(url, email, session);
}

/** The same person with a new session. */
export async function signInAgain(url: string, { email }: Person): Promise<Person> {
  const session = await accountRequest(`${url}/auth/v1/token?grant_type=password`, { email });
  return personOf(url, email, session);
}

async function accountRequest(address: string, values: object): Promise<Session> {
  const response = await answerTo(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...values, password }),
  });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

/** What the server says once it has time: on a starved machine it asks for patience, and the same is sent again. */
async function answerTo(address: string, request: RequestInit): Promise<Response> {
  let response: Response | undefined;
  await expect
    .poll(async () => (response = await fetch(address, request)).status, { timeout: 30_000 })
    .not.toBe(503);
  return response!;
}

/** The person to whom a session belongs. */
function personOf(url: string, email: string, session: Session): Person {
  const authorization = `Bearer ${session.access_token}`;
  return {
    email,
    password,
    session,
    call: (id, input) => call(url, id, session.access_token, input),
    upload: (kind, file) => upload(url, kind, session.access_token, file),
    api: async (method, path, body) => {
      const isForm = body instanceof FormData;
      const response = await answerTo(url + path, {
        method,
        headers: {
          authorization,
          'idempotency-key': randomUUID(),
          ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        },
        body: isForm ? body : JSON.stringify(body),
      });
      const reply = await response.json();
      if (!response.ok) throw new Error(reply.message);
      return reply;
    },
    open: async (browser, path, options) => {
      const context = await browser.newContext({ baseURL: url, ...options });
      await keepSession(context, session);
      const page = await context.newPage();
      await page.goto(path);
      return page;
    },
  };
}

/** Signs in all pages of a context, from the first on. */
export async function keepSession(context: BrowserContext, session: Session): Promise<void> {
  await context.addInitScript(
    ([key, value]) => {
      if (localStorage.getItem(key!) === null) localStorage.setItem(key!, value!);
    },
    [sessionKey, JSON.stringify(session)],
  );
}

/**
 * Opens a screen as that person in a browser that knows nobody, as after signing in by the form: the session is given
 * once, so that what the screens remove stays removed.
 */
export async function enter(page: Page, { session }: Person, path: string): Promise<void> {
  // A response of the product without a screen; it has the same storage as the screens.
  await page.goto('/healthz');
  await page.evaluate(
    ([key, value]) => localStorage.setItem(key!, value!),
    [sessionKey, JSON.stringify(session)],
  );
  await page.goto(path);
}

/** Signs somebody in by the form at /signin, which is open. */
export async function logIn(page: Page, email: string, word = password): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(word);
  await page.getByRole('button', { name: 'Log In' }).click();
}

/** The person proves their mailbox by the link that they ask for, as in the settings. */
export async function proveByLink(product: Product, { email, session }: Person): Promise<void> {
  const verifier = randomBytes(32).toString('hex');
  const ask = async (method: string, path: string, body: object) => {
    const response = await answerTo(`${product.url}/auth/v1/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${session.access_token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  };
  await ask('PUT', 'user', {
    email,
    current_password: password,
    code_challenge: verifier,
    code_challenge_method: 'plain',
  });
  const click = await fetch(await linkFor(product, email), { redirect: 'manual' });
  const code = new URL(click.headers.get('location') ?? '').searchParams.get('code');
  await ask('POST', 'token?grant_type=pkce', { auth_code: code, code_verifier: verifier });
  // The proof counts for the session that replaces this one.
  const { refresh_token } = session as unknown as { refresh_token: string };
  Object.assign(session, await ask('POST', 'token?grant_type=refresh_token', { refresh_token }));
}

/** The newest link of this form that was mailed to an address, once it has arrived. */
export async function linkFor(
  { mailTo }: Pick<Product, 'mailTo'>,
  address: string,
  form = /https?:\/\/\S*\/auth\/v1\/verify\S*/,
): Promise<string> {
  let link: string | undefined;
  await expect(async () => {
    link = (await mailTo(address)).map((mail) => form.exec(mail)?.[0]).findLast(Boolean);
    expect(link).toBeDefined();
  }).toPass();
  return link!;
}

/**
 * A member of staff with a second factor, which the session has shown after its enrolment too: for ten minutes it may
 * release money.
 */
export async function newStaff({ url, addStaff, now }: MovedProduct): Promise<Person> {
  const { person, factor } = await newEnrolledStaff({ url, addStaff, now });
  const session = await showFactor(url, person.session.access_token, factor, soonAfter(now()));
  return personOf(url, person.email, session);
}

/** Each code counts once: when the next one is shown. The server accepts a clock that is a little fast. */
const soonAfter = (now: Date) => new Date(now.getTime() + 30_000);

/** The code of an authenticator after the one that it shows now. */
export const nextCode = (secret: string, now = new Date()): Promise<string> =>
  codeAt(secret, soonAfter(now));

/** The same before it has shown its factor again: it may not release money yet. */
export async function newEnrolledStaff({
  url,
  addStaff,
  now,
}: Pick<MovedProduct, 'url' | 'addStaff' | 'now'>): Promise<{ person: Person; factor: Factor }> {
  const person = await newPerson(url, null);
  await addStaff(person.email);
  const factor = await enrolFactor(url, person.session.access_token);
  const session = await showFactor(url, person.session.access_token, factor, now());
  return { person: personOf(url, person.email, session), factor };
}

/** A company whose second factor another than the two of staff has asked to remove, with the link of the mail that keeps it. */
export async function newFactorRemoval(
  product: MovedProduct,
): Promise<{ owner: Person; staff: [Person, Person]; company_id: string; link: string }> {
  const owner = await newPerson(product.url, 'company');
  const { id, user_id } = await owner.api<{ id: string; user_id: string }>('PUT', '/api/company', {
    name: 'Najd Coffee',
  });
  await product.proveMailbox(owner.email);
  const factor = await enrolFactor(product.url, owner.session.access_token);
  await showFactor(product.url, owner.session.access_token, factor, product.now());
  const staff: [Person, Person] = [await newStaff(product), await newStaff(product)];
  await staff[0].api('POST', `/api/operations/accounts/${user_id}/factor-removal`, {
    reason: 'Seen with an identity card',
  });
  const link = await linkFor(product, owner.email, /https?:\/\/\S*keep-second-factor#\S+/);
  return { owner, staff, company_id: id, link };
}

/** Resolves once the newest version of an approved ticket's documents is there. */
export async function issuedDocuments(
  company: Person,
  { ticket_number }: { ticket_number: string },
): Promise<void> {
  const newest = async () =>
    (await company.call('read_ticket', { params: { ticket_number } })).document_sets?.[0];
  await expect.poll(async () => (await newest())?.issued_at, { timeout: 60_000 }).toBeTruthy();
}

/** Agencies are paid to the IBANs that they have asked for, as after a day and the approval of a member of staff. */
export async function approveIbans(product: MovedProduct, staff: Person): Promise<void> {
  await product.endIbanPauses();
  await approvePendingIbans(staff);
}

const runs = '/api/operations/payout-runs';

/** Two of staff send what agencies with an IBAN are owed; gives the address of each payout's line, earliest first. */
export async function sendPayouts(staff: readonly [Person, Person]): Promise<string[]> {
  const { run, lines } = await releaseRun(staff);
  // One person cannot confirm a payout that is in no file.
  await staff[0].call('make_payout_file', { params: { id: run.id } });
  return lines.map(({ payout_id }) => `${runs}/${run.id}/lines/${payout_id}`);
}

/** The payouts are sent and arrive, except the latest `unanswered`, which the bank has not confirmed. */
export async function payOut(product: MovedProduct, unanswered = 0): Promise<void> {
  const staff = [await newStaff(product), await newStaff(product)] as const;
  await approveIbans(product, staff[0]);
  const lines = await sendPayouts(staff);
  for (const line of lines.slice(0, lines.length - unanswered)) {
    await staff[0].api('POST', `${line}/confirm`);
  }
}

/** Staff record a transfer that has reached our account on the day of the product's clock. */
export function recordPayment(
  staff: Person,
  { now }: MovedProduct,
  amount_sar: string,
  { ticket_number }: { ticket_number: string },
): Promise<Payment> {
  const value_date = riyadhDate(now());
  return staff.api('POST', '/api/operations/payments', {
    amount_sar,
    ticket_number,
    value_date,
    is_another: true,
    reason: 'One of several',
  });
}

/** An agency with a unique name that companies can choose. */
export async function newAgency(
  url: string,
  ownName?: string,
): Promise<Person & { id: string; name: string }> {
  const agency = await newPerson(url, 'agency');
  const name = ownName ?? `Sada ${agency.email.split('@')[0]}`;
  const { id } = await agency.api<{ id: string }>('PUT', '/api/agency', { name });
  return { ...agency, id, name };
}

/** A name with marks that would change a sentence if they were read as markup. */
export const nameOfMarks = 'R&D <0/> <b>Bold</b> {count}';

/** SAR, oldest first. */
export const revenue = [
  '120000.00',
  '130000.00',
  '90000.00',
  '140000.00',
  '150000.00',
  '160000.00',
];

/** A company whose credit analysis has set a budget of more than SAR 20,000. */
export async function newCompanyWithBudget(url: string): Promise<Person> {
  const company = await newPerson(url, 'company');
  await company.api('PUT', '/api/company', {
    name: 'Najd Coffee Roasters',
    revenue_last_6_months: revenue,
  });
  await expect
    .poll(async () => (await dashboardOf(company)).budget.available_budget, { timeout: 60_000 })
    .toMatch(/^\d{5,}\.00$/);
  return company;
}

/** The company's dashboard now. */
export function dashboardOf(company: Person): Promise<CompanyDashboard> {
  return company.api('GET', '/api/dashboards/company');
}

/** A pending ticket of a company. */
export const newTicket = (
  company: Person,
  agency: { id: string },
  {
    amount,
    months = 1,
    description,
    invoice,
  }: {
    amount: string;
    months?: 1 | 2 | 3;
    description?: string;
    /** Another one each time where none is given. */
    invoice?: ChosenFile;
  },
): Promise<Ticket> =>
  requestTicket({ company, agency_id: agency.id }, amount, months, description, invoice);
