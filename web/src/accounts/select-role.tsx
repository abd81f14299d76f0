import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { isRole, type Role } from '#domain/accounts/roles.ts';
import { Button } from '../ui/button.tsx';
import { ChoiceCards } from '../ui/choice.tsx';
import { FormError } from '../ui/form-error.tsx';
import { DocumentTitle } from '../ui/document-title.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { AccountLayout } from './account-layout.tsx';
import { useAuth } from './auth-context.tsx';
import { SignOutButton } from './sign-out-button.tsx';
import { WhoIsSignedIn } from './signed-in-as.tsx';
import { useSaveRole } from './use-save-role.ts';
import { Redirect } from './redirect.tsx';

export default function SelectRole() {
  const { user, role, isStaff, owesFactor, loading } = useAuth();
  if (loading) return <Spinner page />;
  if (!user) return <Redirect to="/signin" />;
  if (owesFactor) return <Redirect to="/second-factor" />;
  if (isStaff) return <Redirect to="/operations" />;
  if (isRole(role)) return <Redirect to={`/dashboard/${role}`} />;
  return <RoleForm />;
}

function RoleForm() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [role, setRole] = useState<Role>('company');
  const save = useSaveRole(() => navigate(`/dashboard/${role}`, { replace: true }));
  return (
    <>
      <DocumentTitle name={t`Select your role`} />
      <AccountLayout
        title={<Trans>How will you use Hamla?</Trans>}
        actions={<SignOutButton />}
        account={<WhoIsSignedIn />}
        lead={<Trans>You can change this later from Settings, until your first ticket.</Trans>}
      >
        <form
          className="grid gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            void save.send({ body: { role } });
          }}
        >
          <ChoiceCards
            label={t`Your role`}
            name="role"
            columns={1}
            choices={[
              {
                id: 'company',
                label: t`I'm a Company`,
                detail: t`Advertise now, and repay over one to three months.`,
              },
              {
                id: 'agency',
                label: t`I'm an Agency`,
                detail: t`Run campaigns, and be paid up front for them.`,
              },
            ]}
            value={role}
            onChange={setRole}
          />
          <FormError message={save.message} />
          <Button type="submit" isPending={save.isSending} className="justify-self-start">
            <Trans>Continue</Trans>
          </Button>
        </form>
      </AccountLayout>
    </>
  );
}
