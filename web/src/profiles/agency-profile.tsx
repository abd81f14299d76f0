import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import type { Agency } from '#api/profiles.ts';
import { agencyWizardSteps } from '#domain/profiles/agency-profile.ts';
import { RequireRole } from '../accounts/require-role.tsx';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { useIdempotencyKey } from '../api/idempotency-key.ts';
import { queryKeys } from '../api/queries.ts';
import { useChosenFiles } from '../files/use-chosen-files.ts';
import { AgencyBasics, AgencyServices } from './agency-fields.tsx';
import { agencyBody, agencyValues, type AgencyValues } from './agency-values.ts';
import { useProfileResolver } from './field-problems.ts';
import { ProfileFrame } from './profile-frame.tsx';
import { useStoredProfile } from './use-stored-profile.ts';
import { Wizard } from './wizard.tsx';

const loadFields = async () => (await import('#api/profile-fields.ts')).agencyFields;

export default function Screen() {
  return (
    <RequireRole only="agency">
      <AgencyProfile />
    </RequireRole>
  );
}

function AgencyProfile() {
  const { t } = useLingui();
  const { isLoading, profile } = useStoredProfile(queryKeys.agency, () => call('read_agency'));
  return (
    <ProfileFrame owner="agency" title={t`Agency profile`} isLoading={isLoading}>
      <AgencyWizard agency={profile} />
    </ProfileFrame>
  );
}

function AgencyWizard({ agency }: { agency: Agency | null }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const files = useChosenFiles();
  const keyFor = useIdempotencyKey();
  const stored = useMemo(() => agencyValues(agency), [agency]);
  const form = useForm<AgencyValues>({
    // What arrives while somebody types fills only what they have not touched.
    values: stored,
    resetOptions: { keepDirtyValues: true, keepErrors: true },
    resolver: useProfileResolver(loadFields),
    mode: 'onTouched',
  });

  const save = async () => {
    const body = agencyBody(form.getValues(), stored);
    const registration = files.sentPaths('agency_registration_file').at(-1);
    const others = files.sentPaths('other_docs_files');
    if (registration) body.company_registration_file = registration;
    if (others.length > 0) body.other_docs_files = others;
    try {
      const saved = await call('upsert_agency', {
        body,
        idempotencyKey: keyFor([body, files.files.map((one) => one.upload?.id)]),
      });
      queryClient.setQueryData(queryKeys.agency, saved);
      await queryClient.invalidateQueries({ queryKey: queryKeys.agencyDashboard });
    } catch (error) {
      const refused = error instanceof ApiError ? error.fields.map(({ field }) => field) : [];
      if (refused.includes('company_registration_file'))
        files.sendAgain('agency_registration_file');
      if (refused.includes('other_docs_files')) files.sendAgain('other_docs_files');
      throw error;
    }
  };

  return (
    <Wizard
      owner="agency"
      form={form}
      files={files}
      save={save}
      steps={[
        { title: t`Agency and contact`, fields: agencyWizardSteps[0], content: <AgencyBasics /> },
        {
          title: t`Payment and services`,
          fields: agencyWizardSteps[1],
          content: <AgencyServices agency={agency} files={files} />,
        },
      ]}
    />
  );
}
