import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useState, type ReactNode } from 'react';
import { Form } from '../ui/forms/form.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormError } from '../ui/form-error.tsx';
import { renewSession } from './account-client.ts';
import { useAuth } from './auth-context.tsx';
import { CodeField } from './code-field.tsx';
import { plainCode } from './plain-code.ts';
import { useCredentialChecks } from './credential-checks.ts';
import { PresentPassword } from './credential-fields.tsx';
import { useAccountForm } from './use-account-form.ts';

const codes = new Set(['current_password_required', 'reauthentication_needed']);

/** Whether the server refused because the session proved its person too long ago. */
const asksForProof = (error: unknown) =>
  error instanceof Error && 'code' in error && codes.has(String(error.code));

/**
 * For changes of what guards the account. `withProof` runs one; where the server first wants to know that it is still the
 * same person, the dialog asks for the password or a code, and the change runs again. Render `proofDialog`.
 */
export function useProof(): {
  withProof: <T>(change: () => Promise<T>) => Promise<T>;
  proofDialog: ReactNode;
} {
  const [finish, setFinish] = useState<((isProven: boolean) => void) | null>(null);
  const withProof = useCallback(async <T,>(change: () => Promise<T>): Promise<T> => {
    try {
      return await change();
    } catch (error) {
      if (!asksForProof(error)) throw error;
      const isProven = await new Promise<boolean>((resolve) => setFinish(() => resolve));
      setFinish(null);
      if (!isProven) throw error;
      return change();
    }
  }, []);
  const proofDialog = finish ? <ProofDialog onDone={finish} /> : null;
  return { withProof, proofDialog };
}

function ProofDialog({ onDone }: { onDone: (isProven: boolean) => void }) {
  const { t } = useLingui();
  const { user } = useAuth();
  const checks = useCredentialChecks();
  const factor = user?.factors?.find(({ status }) => status === 'verified');
  const [usesPassword, setUsesPassword] = useState(!factor);
  const form = useAccountForm({
    defaultValues: { current: '', code: '' },
    check: ({ current, code }) => {
      if (usesPassword) return checks.currentPassword(current);
      return plainCode(code) ? {} : { code: t`Enter the code.` };
    },
    send: async ({ current, code }, auth) => {
      const { error } = usesPassword
        ? await auth.updateUser({ current_password: current })
        : await auth.mfa.challengeAndVerify({
            factorId: factor?.id ?? '',
            code: plainCode(code),
          });
      if (error) throw error;
      // The proof counts for the session that takes the place of this one: somebody may hold a copy of its tokens.
      if (usesPassword) await renewSession();
      onDone(true);
    },
  });
  return (
    <Dialog
      isOpen
      onClose={() => onDone(false)}
      width="small"
      isBusy={form.formState.isSubmitting}
      title={<Trans>Confirm that it is you</Trans>}
      lead={
        <Trans>
          This changes the security of your account, and some time has passed since you last
          confirmed that it is you.
        </Trans>
      }
    >
      <Form form={form} className="grid gap-5">
        {usesPassword ? <PresentPassword /> : <CodeField recovery />}
        <FormError message={form.problem} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" isPending={form.formState.isSubmitting}>
            <Trans>Confirm</Trans>
          </Button>
          {factor ? (
            <Button tone="quiet" onPress={() => setUsesPassword(!usesPassword)}>
              {usesPassword ? (
                <Trans>Use a code instead</Trans>
              ) : (
                <Trans>Use the password instead</Trans>
              )}
            </Button>
          ) : null}
        </div>
      </Form>
    </Dialog>
  );
}
