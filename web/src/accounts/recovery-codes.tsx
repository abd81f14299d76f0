import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/choice.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { DownloadIcon } from '../ui/icons.tsx';
import { saveText } from '../ui/save-text.ts';
import { Spinner } from '../ui/spinner.tsx';
import { useFailureMessage } from './failure-message.ts';
import { newRecoveryCodes } from './second-factor.ts';
import { useMutationOnMount } from './use-mutation-on-mount.ts';
import { useProof } from './use-proof.tsx';

/** Makes new recovery codes and shows them once; the person saves them. */
export default function RecoveryCodes({ onSaved }: { onSaved: () => void }) {
  const messageOf = useFailureMessage();
  const { withProof, proofDialog } = useProof();
  const { made: codes, failure, retry } = useMutationOnMount(() => withProof(newRecoveryCodes));
  if (codes) return <Codes codes={codes} onSaved={onSaved} />;
  if (failure) return <ErrorState message={messageOf(failure)} onRetry={retry} />;
  return proofDialog ?? <Spinner />;
}

function Codes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const { t } = useLingui();
  const [isSaved, setSaved] = useState(false);
  const text = `${codes.join('\n')}\n`;
  return (
    <div className="grid gap-5">
      <div>
        <h2 className="text-heading">
          <Trans>Save your recovery codes</Trans>
        </h2>
        <p className="mt-1 text-ink-soft">
          <Trans>
            Each of them signs you in once if your phone is lost. They are not shown again.
          </Trans>
        </p>
      </div>
      <ul
        aria-label={t`Recovery codes`}
        className="grid grid-cols-2 gap-x-8 gap-y-2 border-y border-line py-4 font-semibold tabular-nums"
      >
        {codes.map((code) => (
          <li key={code}>
            <bdi translate="no" dir="ltr">
              {code}
            </bdi>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={text} label={t`Copy the codes`} />
        <Button
          tone="secondary"
          size="small"
          onPress={() => saveText('hamla-recovery-codes.txt', text)}
        >
          <DownloadIcon />
          <Trans>Download as text</Trans>
        </Button>
      </div>
      <Checkbox isSelected={isSaved} onChange={setSaved}>
        <Trans>I have saved these codes.</Trans>
      </Checkbox>
      <Button isDisabled={!isSaved} onPress={onSaved} className="justify-self-start">
        <Trans>Done</Trans>
      </Button>
    </div>
  );
}
