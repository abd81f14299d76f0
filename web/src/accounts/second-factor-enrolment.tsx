import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Form } from '../ui/forms/form.tsx';
import { Button } from '../ui/button.tsx';
import type { Problems } from '../ui/forms/use-checked-form.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { FormError } from '../ui/form-error.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { useFailureMessage } from './failure-message.ts';
import { accountClient } from './account-client.ts';
import { CodeField } from './code-field.tsx';
import { plainCode } from './plain-code.ts';
import RecoveryCodes from './recovery-codes.tsx';
import { useAccountForm } from './use-account-form.ts';
import { useMutationOnMount } from './use-mutation-on-mount.ts';
import { useProof } from './use-proof.tsx';

interface Begun {
  id: string;
  /** An SVG as the address of an image. */
  picture: string;
  secret: string;
}

async function begin(): Promise<Begun> {
  const auth = await accountClient();
  const { data, error } = await auth.mfa.enroll({ factorType: 'totp' });
  if (error) throw error;
  const svg = data.totp.qr_code.slice(data.totp.qr_code.indexOf('<'));
  // The client leaves its marks as they are; "#" would end the address.
  const picture = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  return { id: data.id, picture, secret: data.totp.secret };
}

/** From nothing to a second factor: the picture or its secret, the first code, then recovery codes to keep. */
export default function Enrolment({ onDone }: { onDone: () => void }) {
  const messageOf = useFailureMessage();
  const { withProof, proofDialog } = useProof();
  const { made: begun, failure, retry } = useMutationOnMount(() => withProof(begin));
  const [isProven, setProven] = useState(false);
  if (isProven) return <RecoveryCodes onSaved={onDone} />;
  if (begun) return <FirstCode begun={begun} onProven={() => setProven(true)} />;
  if (failure) return <ErrorState message={messageOf(failure)} onRetry={retry} />;
  return proofDialog ?? <Spinner />;
}

function FirstCode({ begun, onProven }: { begun: Begun; onProven: () => void }) {
  const { t } = useLingui();
  const { withProof, proofDialog } = useProof();
  const form = useAccountForm({
    defaultValues: { code: '' },
    check: ({ code }): Problems =>
      /^\d{6}$/.test(plainCode(code).replace(/\s/g, '')) ? {} : { code: t`Enter the six digits.` },
    send: async ({ code }, auth) => {
      await withProof(async () => {
        const { error } = await auth.mfa.challengeAndVerify({
          factorId: begun.id,
          code: plainCode(code),
        });
        if (error) throw error;
      });
      onProven();
    },
  });
  return (
    <>
      {proofDialog}
      <Form form={form} className="grid gap-6">
        <ol className="grid list-decimal gap-6 ps-5 marker:font-semibold">
          <li className="ps-1">
            {/* A list item that is a grid has no number. */}
            <div className="grid gap-3">
              <p>
                <Trans>Scan this with an authenticator app on your phone.</Trans>
              </p>
              {/* Readers of codes expect dark on light, in the dark theme too. */}
              <img
                src={begun.picture}
                alt={t`QR code for your authenticator`}
                width={200}
                height={200}
                className="size-50 border border-line bg-[#fff]"
              />
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
                <span className="text-ink-soft">
                  <Trans>Or type this key into it:</Trans>
                </span>
                <bdi translate="no" dir="ltr" className="font-semibold wrap-anywhere rtl:text-end">
                  {begun.secret.replace(/(.{4})(?=.)/g, '$1 ')}
                </bdi>
                <CopyButton text={begun.secret} label={t`Copy the key`} />
              </div>
            </div>
          </li>
          <li className="ps-1">
            <CodeField />
          </li>
        </ol>
        <FormError message={form.problem} />
        <Button
          type="submit"
          isPending={form.formState.isSubmitting}
          className="justify-self-start"
        >
          <Trans>Continue</Trans>
        </Button>
      </Form>
    </>
  );
}
