import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { Agency } from '#api/profiles.ts';
import { agencyTextMaxLengths, agencyWizardSteps } from '#domain/profiles/agency-profile.ts';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';
import { AgencyBasics, AgencyServices } from './agency-fields.tsx';
import { agencyBody, agencyValues } from './agency-values.ts';
import { ProfileScreen } from './profile-screen.tsx';
import { useProfileForm, type ProfileDocument } from './use-profile-form.ts';
import { Wizard } from './wizard.tsx';

const documents: readonly ProfileDocument[] = [
  { field: 'company_registration_file', kind: 'agency_registration_file' },
  { field: 'other_docs_files', kind: 'other_docs_files', several: true },
];

export default function AgencyProfile() {
  const { t } = useLingui();
  return (
    <ProfileScreen
      owner="agency"
      title={t`Agency profile`}
      queryKey={queryKeys.agency}
      read={() => call('read_agency')}
    >
      {(agency) => <AgencyWizard agency={agency} />}
    </ProfileScreen>
  );
}

function AgencyWizard({ agency }: { agency: Agency | null }) {
  const { t } = useLingui();
  const profile = useProfileForm({
    operation: 'upsert_agency',
    queryKey: queryKeys.agency,
    read: () => call('read_agency'),
    stored: useMemo(() => agencyValues(agency), [agency]),
    bodyOf: agencyBody,
    maxLengths: agencyTextMaxLengths,
    documents,
  });
  return (
    <Wizard
      owner="agency"
      profile={profile}
      steps={[
        { title: t`Agency and contact`, fields: agencyWizardSteps[0], content: <AgencyBasics /> },
        {
          title: t`Payment and services`,
          fields: agencyWizardSteps[1],
          content: <AgencyServices agency={agency} files={profile.files} />,
        },
      ]}
    />
  );
}
