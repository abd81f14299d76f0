import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { Role } from '#domain/accounts/roles.ts';
import { halalasFromDecimal } from '#domain/money.ts';
import { agencyCompletion } from '#domain/profiles/agency-profile.ts';
import { companyCompletion } from '#domain/profiles/company-profile.ts';
import type { Agency, Company } from '#api/profiles.ts';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';
import { runWhenIdle } from '../ui/run-when-idle.ts';

/** The filled share of a company's profile. */
export function companyProfileCompletion(company: Partial<Company>) {
  const revenue_last_6_months = company.revenue_last_6_months?.map(halalasFromDecimal) ?? null;
  return companyCompletion({ ...company, revenue_last_6_months });
}

const percentOf = {
  company: (company: Partial<Company>) => companyProfileCompletion(company).percent,
  agency: (agency: Partial<Agency>) => agencyCompletion(agency).percent,
};

/**
 * The name and the filled share, in percent, of the own profile, for the frame. A dashboard brings the profile along;
 * other screens read it after their first view. undefined: not known yet.
 */
export function useOwnProfile(role: Role): { name: string | null; percent: number } | undefined {
  const isBroughtAlong = useLocation().pathname === `/dashboard/${role}`;
  const [isIdle, setIdle] = useState(false);
  useEffect(() => runWhenIdle(() => setIdle(true), 'short'), []);
  const { data, error } = useQuery<Company | Agency>({
    queryKey: queryKeys[role],
    queryFn: () => (role === 'company' ? call('read_company') : call('read_agency')),
    enabled: isIdle && !isBroughtAlong,
  });
  if (error instanceof ApiError && error.code === 'PGRST116') return { name: null, percent: 0 };
  return data && { name: data.name ?? null, percent: percentOf[role](data) };
}
