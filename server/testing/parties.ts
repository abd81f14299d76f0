import type { ApiCaller } from '#server/product-client/acceptance.ts';
import { giveAgencyIban } from './ibans.ts';
import { startProduct, type Actor, type Product } from './product.ts';

/** A product with two members of staff. */
export async function startStaffedProduct(
  start: string,
): Promise<{ product: Product; maha: Actor; faisal: Actor }> {
  const product = await startProduct(start);
  return {
    product,
    maha: await product.addStaff('Maha'),
    faisal: await product.addStaff('Faisal'),
  };
}

/** An agency that is paid to an IBAN that staff have approved. */
interface PaidAgency {
  agency: Actor;
  agency_id: string;
}

export async function signUpAgency(product: Product, staff: ApiCaller): Promise<PaidAgency> {
  const agency = await product.signUp('agency');
  return { agency, agency_id: await giveAgencyIban(product, staff, agency) };
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
