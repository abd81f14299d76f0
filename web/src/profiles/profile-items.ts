import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { Role } from '#domain/accounts/roles.ts';
import { agencyWizardSteps, type AgencyCompletionItem } from '#domain/profiles/agency-profile.ts';
import {
  companyWizardSteps,
  type CompanyCompletionItem,
} from '#domain/profiles/company-profile.ts';

export type ProfileItem = CompanyCompletionItem | AgencyCompletionItem;

/** The completion items in words. */
export const profileItemNames: Record<ProfileItem, MessageDescriptor> = {
  name: msg`Name`,
  address: msg`Address`,
  phone: msg`Phone`,
  email: msg`Email`,
  contact_name: msg`Contact name`,
  contact_title: msg`Contact title`,
  business_area: msg`Business area`,
  website: msg`Website`,
  iban: msg`IBAN`,
  company_registration_file: msg`Company registration`,
  financial_statement_file: msg`Financial statement`,
  bank_statement_6m_file: msg`Bank statement, 6 months`,
  revenue_last_6_months: msg`Revenue of the last 6 months`,
  specializations: msg`Specializations`,
};

/** Where an item is filled in: its step of the wizard, the focus on its field ("/profile/agency?step=2#iban"). */
export function profileItemPath(role: Role, item: ProfileItem): string {
  const [, second] = role === 'company' ? companyWizardSteps : agencyWizardSteps;
  const isOnSecond = (second as readonly string[]).includes(item);
  return `/profile/${role}${isOnSecond ? '?step=2' : ''}#${item}`;
}
