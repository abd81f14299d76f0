import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Role } from '#domain/accounts/roles.ts';
import type { AgencyCompletionItem } from '#domain/profiles/agency-profile.ts';
import type { CompanyCompletionItem } from '#domain/profiles/company-profile.ts';
import type { Completion } from '#domain/profiles/profile.ts';
import { Link } from '../ui/link.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';

type Item = CompanyCompletionItem | AgencyCompletionItem;

const itemNames: Record<Item, MessageDescriptor> = {
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

/** The share of the profile that is filled, and the items still missing, each leading to the profile. */
export function ProfileProgress({
  role,
  completion: { percent, items },
}: {
  role: Role;
  completion: Completion<Item>;
}) {
  const { i18n } = useLingui();
  const missing = items.filter((one) => !one.filled);
  return (
    <div className="grid gap-1.5">
      <ProgressBar label={<Trans>Profile completion</Trans>} value={percent} />
      {missing.length > 0 ? (
        <details className="group text-sm">
          <summary className="inline-flex min-h-9 items-center text-ink-soft underline decoration-line-strong underline-offset-4 hover:text-ink">
            <Trans>What is missing</Trans>
          </summary>
          <ul className="flex flex-wrap gap-x-5">
            {missing.map(({ item }) => (
              <li key={item}>
                <Link
                  to={`/profile/${role}`}
                  className="text-link inline-flex min-h-8 items-center"
                >
                  {i18n._(itemNames[item])}
                </Link>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  );
}
