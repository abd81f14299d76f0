import { useLingui } from '@lingui/react/macro';
import type { Agency } from '#api/profiles.ts';
import { specializationCodes, type SpecializationCode } from '#domain/profiles/agency-profile.ts';
import { groupedIban } from '#domain/iban.ts';
import type { ChosenFiles } from '../files/use-chosen-files.ts';
import { useFormField } from '../ui/forms/form.tsx';
import { CheckboxGroup } from '../ui/choice.tsx';
import { ContactFields } from './contact-fields.tsx';
import { PaymentAccountState } from './payment-account.tsx';
import { useSpecializationNames } from './specialization-names.ts';
import { DocumentField, FieldGroup, ProfileText } from './wizard-fields.tsx';

/** Step 1: who the agency is and how it is reached. */
export function AgencyBasics() {
  const { t } = useLingui();
  return (
    <>
      <FieldGroup title={t`Agency`} lead={t`Companies choose your agency by its name.`}>
        <ProfileText name="name" label={t`Agency name`} autoComplete="organization" />
        <ProfileText
          name="cr_number"
          label={t`Commercial registration number (optional)`}
          hint={t`10 digits. Companies see the last four beside your name.`}
          inputMode="numeric"
          ltr
        />
        <ProfileText name="address" label={t`Address`} autoComplete="street-address" />
      </FieldGroup>
      <ContactFields />
    </>
  );
}

/** Step 2: how the agency is paid, what shows who it is, and what it does. */
export function AgencyServices({ agency, files }: { agency: Agency | null; files: ChosenFiles }) {
  const { t } = useLingui();
  return (
    <>
      <FieldGroup title={t`Payment`}>
        <ProfileText
          name="iban"
          label={t`IBAN`}
          hint={t`Your payouts go to this account. Spaces are allowed.`}
          placeholder="SA00 0000 0000 0000 0000 0000"
          autoComplete="off"
          spellCheck="false"
          ltr
          tidy={groupedIban}
        />
        <ProfileText
          name="latin_name"
          label={t`Account name in Latin letters`}
          hint={t`The name in which your bank holds the account. Optional: without it our staff write your name in Latin letters before they pay you.`}
          autoComplete="off"
          spellCheck="false"
          ltr
        />
        <ProfileText
          name="vat_number"
          label={t`VAT number`}
          hint={t`15 digits. Optional: with it we compare the code on your invoices.`}
          inputMode="numeric"
          autoComplete="off"
          spellCheck="false"
          ltr
        />
        {agency ? <PaymentAccountState account={agency.payment_account} /> : null}
      </FieldGroup>
      <FieldGroup
        title={t`Documents`}
        lead={t`Stored encrypted; only you and our staff can read them.`}
      >
        <AgencyDocuments agency={agency} files={files} />
      </FieldGroup>
      <FieldGroup title={t`Services`}>
        <Specializations />
      </FieldGroup>
    </>
  );
}

function AgencyDocuments({ agency, files }: { agency: Agency | null; files: ChosenFiles }) {
  const { t } = useLingui();
  const registration = agency?.company_registration_file;
  return (
    <>
      <DocumentField
        field="company_registration_file"
        kind="agency_registration_file"
        label={t`Company registration`}
        stored={registration ? [registration] : []}
        chosen={files}
      />
      <DocumentField
        field="other_docs_files"
        kind="other_docs_files"
        label={t`Other documents`}
        several
        stored={agency?.other_docs_files ?? []}
        chosen={files}
      />
    </>
  );
}

function Specializations() {
  const { t } = useLingui();
  const names = useSpecializationNames();
  const { name, value, onChange } = useFormField<SpecializationCode[]>('specializations');
  return (
    <>
      <div id={name}>
        <CheckboxGroup<SpecializationCode>
          label={t`Specializations`}
          hint={t`Choose all that apply.`}
          choices={specializationCodes.map((id) => ({ id, label: names[id] }))}
          value={value}
          onChange={onChange}
        />
      </div>
      {value.includes('other') ? (
        <ProfileText name="specialization_other" label={t`Please specify`} />
      ) : null}
    </>
  );
}
