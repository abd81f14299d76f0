import { useLingui } from '@lingui/react/macro';
import { FieldGroup, ProfileText } from './wizard-fields.tsx';

/** How we reach them: the same four fields on both profiles. */
export function ContactFields() {
  const { t } = useLingui();
  return (
    <FieldGroup
      title={t`Contact details`}
      lead={t`The person we contact about tickets and payments.`}
    >
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <ProfileText name="contact_name" label={t`Contact name`} autoComplete="name" />
        <ProfileText
          name="contact_title"
          label={t`Contact title`}
          autoComplete="organization-title"
        />
        <ProfileText
          name="phone"
          label={t`Phone`}
          type="tel"
          autoComplete="tel"
          placeholder="05X XXX XXXX"
          ltr
        />
        <ProfileText
          name="email"
          label={t`Email`}
          type="email"
          autoComplete="email"
          placeholder="name@company.sa"
          ltr
        />
      </div>
    </FieldGroup>
  );
}
