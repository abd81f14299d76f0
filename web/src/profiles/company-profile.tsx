import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import type { Company } from '#api/profiles.ts';
import { companyWizardSteps } from '#domain/profiles/company-profile.ts';
import { RequireRole } from '../accounts/require-role.tsx';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { useIdempotencyKey } from '../api/idempotency-key.ts';
import { queryKeys } from '../api/queries.ts';
import { useChosenFiles } from '../files/use-chosen-files.ts';
import { CompanyBasics, CompanyBusiness } from './company-fields.tsx';
import { companyBody, companyValues, type CompanyValues } from './company-values.ts';
import { useProfileResolver } from './field-problems.ts';
import { ProfileFrame } from './profile-frame.tsx';
import { useStoredProfile } from './use-stored-profile.ts';
import { Wizard } from './wizard.tsx';

/** The documents; their kinds are named like the fields that hold their paths. */
const documents = [
  'company_registration_file',
  'financial_statement_file',
  'bank_statement_6m_file',
] as const;

const loadFields = async () => (await import('#api/profile-fields.ts')).companyFields;

export default function Screen() {
  return (
    <RequireRole only="company">
      <CompanyProfile />
    </RequireRole>
  );
}

function CompanyProfile() {
  const { t } = useLingui();
  const { isLoading, profile } = useStoredProfile(queryKeys.company, () => call('read_company'));
  return (
    <ProfileFrame owner="company" title={t`Company profile`} isLoading={isLoading}>
      <CompanyWizard company={profile} />
    </ProfileFrame>
  );
}

function CompanyWizard({ company }: { company: Company | null }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const files = useChosenFiles();
  const keyFor = useIdempotencyKey();
  const stored = useMemo(() => companyValues(company), [company]);
  const form = useForm<CompanyValues>({
    // What arrives while somebody types fills only what they have not touched.
    values: stored,
    resetOptions: { keepDirtyValues: true, keepErrors: true },
    resolver: useProfileResolver(loadFields),
    mode: 'onTouched',
  });

  const save = async () => {
    const body = companyBody(form.getValues(), stored);
    for (const field of documents) {
      const path = files.sentPaths(field).at(-1);
      if (path) body[field] = path;
    }
    try {
      const saved = await call('upsert_company', {
        body,
        idempotencyKey: keyFor([body, files.files.map((one) => one.upload?.id)]),
      });
      queryClient.setQueryData(queryKeys.company, saved);
      await queryClient.invalidateQueries({ queryKey: queryKeys.companyDashboard });
    } catch (error) {
      if (error instanceof ApiError) {
        documents
          .filter((field) => error.fields.some((refused) => refused.field === field))
          .forEach((field) => files.sendAgain(field));
      }
      throw error;
    }
  };

  return (
    <Wizard
      owner="company"
      form={form}
      files={files}
      save={save}
      steps={[
        {
          title: t`Company and contact`,
          fields: companyWizardSteps[0],
          content: <CompanyBasics />,
        },
        {
          title: t`Business and documents`,
          fields: companyWizardSteps[1],
          content: <CompanyBusiness company={company} files={files} />,
        },
      ]}
    />
  );
}
