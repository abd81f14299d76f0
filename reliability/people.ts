import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { financeTicket } from '#server/product-client/financing.ts';
import type { Ticket } from '#api/tickets.ts';
import { systemClock } from '#server/platform/clock.ts';
import { giveAgencyIban } from '../server/testing/ibans.ts';
import { signUpActor, signUpStaff, type Actor } from '../server/testing/product.ts';
import type { Rig } from './rig.ts';

/** Who uses the product while something fails. */
export interface People {
  staff: readonly [Actor, Actor];
  agency: Actor;
  agency_id: string;
  /** With budgets that no load uses up. */
  companies: Actor[];
  /** One whose profile is saved again and again, each time with an analysis. */
  analysed: Actor;
}

const newAddress = (name: string) => `${name}-${randomUUID()}@example.sa`;

const sign = (rig: Rig, role: 'company' | 'agency') =>
  signUpActor(rig.server.url, role, newAddress(role), systemClock);

/** A company with a name and the number that its documents wait for. */
export async function signUpCompany(rig: Rig): Promise<Actor> {
  const company = await sign(rig, 'company');
  await company.call('upsert_company', {
    body: {
      name: 'Najd Coffee Roasters',
      cr_number: '1010123456',
      revenue_last_6_months: Array<string>(6).fill('50000.00'),
    },
  });
  return company;
}

/** The same with a budget in SAR that staff have decided: no analysis changes it. */
export async function signUpFunded(rig: Rig, staff: Actor, budget: string): Promise<Actor> {
  const company = await signUpCompany(rig);
  let profile = await company.call('read_company');
  // The first analysis finds one that staff may decide about.
  while (profile.total_approval_budget === null) {
    await pause(50);
    profile = await company.call('read_company');
  }
  const { id } = profile;
  await staff.call('decide_budget', {
    params: { id },
    body: { decision: 'adjust', total_approval_budget: budget, reason: 'Known for years' },
  });
  return company;
}

export async function signUpPeople(rig: Rig, companyCount = 4): Promise<People> {
  const site = { ...rig, url: rig.server.url, clock: systemClock };
  const addStaff = (name: string) => signUpStaff(site, newAddress('staff'), name);
  const staff = [await addStaff('Maha'), await addStaff('Faisal')] as const;
  const agency = await sign(rig, 'agency');
  const agency_id = await giveAgencyIban(rig, staff[0], agency);
  const companies: Actor[] = [];
  while (companies.length < companyCount)
    companies.push(await signUpFunded(rig, staff[0], '100000000.00'));
  return { staff, agency, agency_id, companies, analysed: await signUpCompany(rig) };
}

/** A ticket whose agency was paid: payments can pay it, and be reversed. */
export const financedTicket = (people: People, company: Actor): Promise<Ticket> =>
  financeTicket(people.staff, { ...people, company }, '900000.00', 3);
