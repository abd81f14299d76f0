import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { auth } from '../../accounts/auth-client.client.ts';
import { useAuth } from '../../accounts/auth-context.tsx';
import { useFailureMessage } from '../../accounts/failure-message.ts';
import { plainCode } from '../../accounts/plain-code.ts';
import { TextField } from '../../ui/text-field.tsx';

type FactorProof = ReturnType<typeof useFactorProof>;

/** A code of the second factor, given in place before money is released or a credit policy is activated. */
export function useFactorProof() {
  const { t } = useLingui();
  const { user } = useAuth();
  const messageOf = useFailureMessage();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);

  /** Resolves with whether the code was right. */
  const give = async (): Promise<boolean> => {
    const code = plainCode(typed);
    setProblem(code ? null : t`Enter the code.`);
    if (!code) return false;
    setSending(true);
    try {
      const factorId = user?.factors?.find(({ status }) => status === 'verified')?.id ?? '';
      const { error } = await auth.mfa.challengeAndVerify({ factorId, code });
      setProblem(error ? messageOf(error) : null);
      setTyped('');
      return !error;
    } finally {
      setSending(false);
    }
  };

  return {
    give,
    isSending,
    typed,
    problem,
    type: (text: string) => {
      setTyped(text);
      setProblem(null);
    },
  };
}

export function FactorProofField({ proof }: { proof: FactorProof }) {
  const { t } = useLingui();
  const box = useRef<HTMLDivElement>(null);
  // The dialog has just asked for it: whoever confirmed goes on by typing.
  useEffect(() => box.current?.querySelector('input')?.focus(), []);
  return (
    <div ref={box} className="grid gap-3">
      <p>
        <Trans>Before this is done, enter your verification code once more.</Trans>
      </p>
      <TextField
        label={t`Code`}
        hint={t`The six digits that your authenticator shows now, or one of your recovery codes.`}
        autoComplete="one-time-code"
        spellCheck="false"
        autoCorrect="off"
        ltr
        isRequired
        value={proof.typed}
        onChange={proof.type}
        error={proof.problem ?? undefined}
      />
    </div>
  );
}
