import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Company } from '#api/profiles.ts';
import { revenueMonths, riyadhDate } from '#domain/calendar.ts';
import type { ChosenFiles } from '../files/use-chosen-files.ts';
import { ContactFields } from './contact-fields.tsx';
import { DocumentField, FieldGroup, ProfileAmount, ProfileText } from './wizard-fields.tsx';

/** Step 1: who the company is and how it is reached. */
export function CompanyBasics() {
  const { t } = useLingui();
  return (
    <>
      <FieldGroup title={t`Company`}>
        <ProfileText name="name" label={t`Company name`} autoComplete="organization" />
        <ProfileText
          name="cr_number"
          label={t`Commercial registration number (optional)`}
          hint={t`10 digits. Your financing documents name the company with it.`}
          inputMode="numeric"
          ltr
        />
        <ProfileText
          name="website"
          label={t`Website`}
          type="url"
          autoComplete="url"
          placeholder="https://company.sa"
          ltr
        />
        <ProfileText name="address" label={t`Address`} autoComplete="street-address" />
      </FieldGroup>
      <ContactFields />
    </>
  );
}

/** Step 2: what the company does and earns, and the documents that show it. */
export function CompanyBusiness({
  company,
  files,
}: {
  company: Company | null;
  files: ChosenFiles;
}) {
  const { t } = useLingui();
  return (
    <>
      <FieldGroup title={t`Business`}>
        <ProfileText
          name="business_area"
          label={t`Business area`}
          placeholder={t`Restaurants, retail, real estate …`}
        />
      </FieldGroup>
      <Revenue />
      <FieldGroup
        title={t`Documents`}
        lead={t`Stored encrypted, and read only for the credit analysis.`}
      >
        <CompanyDocuments company={company} files={files} />
      </FieldGroup>
    </>
  );
}

function Revenue() {
  const { t, i18n } = useLingui();
  const [months] = useState(() => revenueMonths(riyadhDate(new Date())));
  const words = new Intl.DateTimeFormat(`${i18n.locale}-u-ca-gregory-nu-latn`, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return (
    <FieldGroup
      title={t`Revenue of the last 6 months`}
      lead={t`Your approval budget is calculated from these. They are saved once one month is above 0; a blank month then counts as 0.`}
    >
      <div
        id="revenue_last_6_months"
        className="grid items-start gap-5 sm:grid-cols-2 xl:grid-cols-3"
      >
        {months.map((month, index) => (
          <ProfileAmount
            key={month}
            name={`revenue_last_6_months.${index}`}
            label={words.format(new Date(`${month}-01T00:00:00Z`))}
            placeholder="0.00"
          />
        ))}
      </div>
    </FieldGroup>
  );
}

function CompanyDocuments({ company, files }: { company: Company | null; files: ChosenFiles }) {
  const { t } = useLingui();
  const documents = [
    ['company_registration_file', t`Company registration`],
    ['financial_statement_file', t`Financial statement`],
    ['bank_statement_6m_file', t`Bank statement of the last 6 months`],
  ] as const;
  return documents.map(([field, label]) => (
    <DocumentField
      key={field}
      field={field}
      kind={field}
      label={label}
      stored={company?.[field] ? [company[field]] : []}
      chosen={files}
    />
  ));
}
