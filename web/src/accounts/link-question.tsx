import { Trans } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/form-error.tsx';
import { DocumentTitle } from '../ui/document-title.tsx';
import { AccountLayout } from './account-layout.tsx';
import { useFailureMessage } from './failure-message.ts';
import { readStoredUser } from './stored-session.ts';
import { SignedInAs } from './signed-in-as.tsx';

/** What is asked before a mailed link is used; the header names who is signed in. `proceed` rejects where it is refused. */
export function LinkQuestion({
  name,
  title,
  lead,
  button,
  proceed,
  cancel,
}: {
  /** Of the screen. */
  name: string;
  title: ReactNode;
  lead: ReactNode;
  button: ReactNode;
  proceed: () => Promise<void>;
  cancel: () => Promise<void>;
}) {
  const messageOf = useFailureMessage();
  const [present] = useState(readStoredUser);
  const [pending, setPending] = useState<'proceed' | 'cancel' | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const press = (which: 'proceed' | 'cancel') => async () => {
    setPending(which);
    setProblem(null);
    try {
      await (which === 'proceed' ? proceed() : cancel());
    } catch (error) {
      setProblem(messageOf(error));
      setPending(null);
    }
  };
  return (
    <>
      <DocumentTitle name={name} />
      <AccountLayout
        account={present ? <SignedInAs email={present.email} /> : undefined}
        actions={<></>}
        title={title}
        lead={lead}
      >
        <div className="grid gap-5">
          <FormError message={problem} />
          <div className="flex flex-wrap gap-3">
            <Button
              onPress={() => void press('proceed')()}
              isPending={pending === 'proceed'}
              isDisabled={pending === 'cancel'}
            >
              {button}
            </Button>
            <Button
              tone="secondary"
              onPress={() => void press('cancel')()}
              isPending={pending === 'cancel'}
              isDisabled={pending === 'proceed'}
            >
              <Trans>Cancel</Trans>
            </Button>
          </div>
        </div>
      </AccountLayout>
    </>
  );
}
