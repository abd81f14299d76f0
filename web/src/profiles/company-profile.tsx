import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { Company } from '#api/profiles.ts';
import {
  companyFileFields,
  companyTextMaxLengths,
  companyWizardSteps,
} from '#domain/profiles/company-profile.ts';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';
import { CompanyBasics, CompanyBusiness } from './company-fields.tsx';
import { companyBody, companyValues } from './company-values.ts';
import { ProfileScreen } from './profile-screen.tsx';
import { useProfileForm } from './use-profile-form.ts';
import { Wizard } from './wizard.tsx';

/** The kinds of the documents are named like the fields that hold their paths. */
const documents = companyFileFields.map((field) => ({ field, kind: field }));

export default function CompanyProfile() {
  const { t } = useLingui();
  return (
    <ProfileScreen
      owner="company"
      title={t`Company profile`}
      queryKey={queryKeys.company}
      read={() => call('read_company')}
    >
      {(company) => <CompanyWizard company={company} />}
    </ProfileScreen>
  );
}

function CompanyWizard({ company }: { company: Company | null }) {
  const { t } = useLingui();
  const profile = useProfileForm({
    operation: 'upsert_company',
    queryKey: queryKeys.company,
    read: () => call('read_company'),
    stored: useMemo(() => companyValues(company), [company]),
    bodyOf: companyBody,
    maxLengths: companyTextMaxLengths,
    documents,
  });
  return (
    <Wizard
      owner="company"
      profile={profile}
      steps={[
        {
          title: t`Company and contact`,
          fields: companyWizardSteps[0],
          content: <CompanyBasics />,
        },
        {
          title: t`Business and documents`,
          fields: companyWizardSteps[1],
          content: <CompanyBusiness company={company} files={profile.files} />,
        },
      ]}
    />
  );
}
