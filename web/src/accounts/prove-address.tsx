import { Trans, useLingui } from '@lingui/react/macro';
import { ButtonLink } from '../ui/link.tsx';
import { DocumentTitle } from '../ui/document-title.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { AccountLayout } from './account-layout.tsx';
import { useAuth } from './auth-context.tsx';
import { Redirect } from './redirect.tsx';

/** Where the link that proves a mailbox ends, in the browser that asked for it. */
export default function ProveAddress() {
  const { t } = useLingui();
  const { user, loading } = useAuth();
  if (loading) return <Spinner page />;
  if (user?.app_metadata.mailbox_proven === true) return <Redirect to="/settings" />;
  return (
    <>
      <DocumentTitle name={t`Verify your email address`} />
      <AccountLayout
        title={<Trans>This link does not work</Trans>}
        lead={<Trans>It has expired, was already used, or a newer one has replaced it.</Trans>}
      >
        <ButtonLink to="/auth/resolve">
          <Trans>Continue</Trans>
        </ButtonLink>
      </AccountLayout>
    </>
  );
}
