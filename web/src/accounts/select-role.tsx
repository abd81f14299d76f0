import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { isRole, type Role } from '#domain/accounts/roles.ts';
import { messageOf } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { Button } from '../ui/button.tsx';
import { ChoiceCards } from '../ui/choice.tsx';
import { FormError } from '../ui/form-error.tsx';
import { DocumentTitle } from '../ui/document-title.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { toast } from '../ui/toaster.tsx';
import { AccountLayout } from './account-layout.tsx';
import { useAuth } from './auth-context.tsx';
import { SignOutButton } from './sign-out-button.tsx';
import { WhoIsSignedIn } from './signed-in-as.tsx';

export default function SelectRole() {
  const { user, role, isStaff, owesFactor, loading } = useAuth();
  if (loading) return <Spinner page />;
  if (!user) return <Navigate to="/signin" replace />;
  if (owesFactor) return <Navigate to="/second-factor" replace />;
  if (isStaff) return <Navigate to="/operations" replace />;
  if (isRole(role)) return <Navigate to={`/dashboard/${role}`} replace />;
  return <RoleForm />;
}

function RoleForm() {
  const { t } = useLingui();
  const { refresh } = useAuth();
  const navigate = useNavigate();
  const [role, setRole] = useState<Role>('company');
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const save = async () => {
    setPending(true);
    setProblem(null);
    try {
      await call('upsert_user_role', { body: { role } });
      // The role is saved: a renewal of the session that fails now says nothing of that.
      await refresh().catch(() => {});
      toast.success(t`Role selected successfully!`);
      await navigate(`/dashboard/${role}`, { replace: true });
    } catch (error) {
      const message = messageOf(error, t`Failed to set role`);
      toast.error(message);
      setProblem(message);
      setPending(false);
    }
  };

  return (
    <>
      <DocumentTitle name={t`Select your role`} />
      <AccountLayout
        title={<Trans>How will you use Hamla?</Trans>}
        actions={<SignOutButton />}
        account={<WhoIsSignedIn />}
        lead={<Trans>You can change this later from Settings.</Trans>}
      >
        <form
          className="grid gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            void save();
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
          <FormError message={problem} />
          <Button type="submit" isPending={pending} className="justify-self-start">
            <Trans>Continue</Trans>
          </Button>
        </form>
      </AccountLayout>
    </>
  );
}
