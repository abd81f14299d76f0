import {
  callIdempotent,
  type IdempotentArgs,
  type IdempotentFunction,
} from '#server/platform/database/call-function.ts';
import type { Caller } from '#server/platform/http/operations.ts';
import type { ApiCaller } from '#server/product-client/acceptance.ts';
import { giveAgencyIban } from './ibans.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { addStaff, callOf } from './people.ts';
import { startProduct, type Actor, type Product } from './product.ts';

/** A product with two members of staff. */
export interface StaffedProduct {
  product: Product;
  maha: Actor;
  faisal: Actor;
}

export async function startStaffedProduct(
  start: string,
  env?: Record<string, string>,
): Promise<StaffedProduct> {
  const product = await startProduct(start, env);
  return {
    product,
    maha: await product.addStaff('Maha'),
    faisal: await product.addStaff('Faisal'),
  };
}

/** A database with two members of staff, who call its functions at one moment. */
interface StaffedDatabase {
  database: TestDatabase;
  staff: Caller;
  colleague: Caller;
  /** An operation of staff, under a key of its own. */
  call: <Name extends IdempotentFunction, Reply>(
    caller: Caller,
    operation: Name,
    ...args: IdempotentArgs<Name>
  ) => Promise<Reply>;
}

export async function createStaffedDatabase(now: Date): Promise<StaffedDatabase> {
  const database = await createTestDatabase();
  return {
    database,
    staff: await addStaff(database, now),
    colleague: await addStaff(database, now),
    call: async (caller, operation, ...args) =>
      JSON.parse(
        await callIdempotent(database.pools.staff, operation, callOf(caller, now), ...args),
      ),
  };
}

/** An agency that is paid to an IBAN that staff have approved. */
interface PaidAgency {
  agency: Actor;
  agency_id: string;
}

export async function signUpAgency(
  product: Product,
  staff: ApiCaller,
  iban?: string,
): Promise<PaidAgency> {
  const agency = await product.signUp('agency');
  return { agency, agency_id: await giveAgencyIban(product, staff, agency, iban) };
}

/** With a company that has a name. */
interface Parties extends PaidAgency {
  company: Actor;
  company_id: string;
}

export async function signUpParties(product: Product, staff: ApiCaller): Promise<Parties> {
  const company = await product.signUp('company');
  const { id } = await company.call('upsert_company', { body: { name: 'Najd Coffee Roasters' } });
  return { company, company_id: id, ...(await signUpAgency(product, staff)) };
}
