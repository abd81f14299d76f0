import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Form } from '../forms/form.tsx';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/form-error.tsx';
import { ButtonLink } from '../ui/link.tsx';
import { DocumentTitle } from '../ui/document-title.tsx';
import { AccountLayout } from './account-layout.tsx';
import { postToAccounts } from './post-to-accounts.ts';
import { useAccountForm } from './use-account-form.ts';

/** Sends the link's token; whether it was still good. @throws Error as postToAccounts does. */
async function keepFactor(token: string): Promise<boolean> {
  try {
    await postToAccounts('/factor_removals/withdraw', { body: { token } });
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === 'otp_expired') return false;
    throw error;
  }
}

/** Where the mail about a removal of the second factor leads. A button sends it: mail scanners open links. */
export default function WithdrawFactorRemoval() {
  const { t } = useLingui();
  const [outcome, setOutcome] = useState<'kept' | 'refused' | null>(null);
  const form = useAccountForm({
    defaultValues: {},
    check: () => ({}),
    send: async () => setOutcome((await keepFactor(location.hash.slice(1))) ? 'kept' : 'refused'),
  });
  return (
    <>
      <DocumentTitle name={t`Second factor`} />
      {outcome === 'kept' ? (
        <AccountLayout
          title={<Trans>Your second factor stays</Trans>}
          lead={
            <Trans>
              The removal is withdrawn. If you did not ask for it, somebody may know your password:
              choose a new one.
            </Trans>
          }
        >
          <ButtonLink to="/forgot-password">
            <Trans>Choose a new password</Trans>
          </ButtonLink>
        </AccountLayout>
      ) : outcome === 'refused' ? (
        <AccountLayout
          title={<Trans>This link does not work</Trans>}
          lead={
            <Trans>
              It is not complete, or your second factor has been removed already. If you did not ask
              for the removal, somebody may know your password: choose a new one.
            </Trans>
          }
        >
          <ButtonLink to="/forgot-password">
            <Trans>Choose a new password</Trans>
          </ButtonLink>
        </AccountLayout>
      ) : (
        <AccountLayout
          title={<Trans>Keep your second factor?</Trans>}
          lead={
            <Trans>
              Somebody told us that they have lost the second factor of your account. If it was not
              you, keep it: the removal is withdrawn.
            </Trans>
          }
        >
          <Form form={form} className="grid gap-5">
            <FormError message={form.problem} />
            <Button
              type="submit"
              isPending={form.formState.isSubmitting}
              className="justify-self-start"
            >
              <Trans>Keep my second factor</Trans>
            </Button>
          </Form>
        </AccountLayout>
      )}
    </>
  );
}
