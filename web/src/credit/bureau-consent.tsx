import { Trans, useLingui } from '@lingui/react/macro';
import type { CreditBureau } from '#api/credit-bureau.ts';
import { CONSENT_WORDS_VERSION, consentWords } from '#domain/credit/bureau-consent.ts';
import { useIdempotentMutation } from '../api/use-idempotent-mutation.ts';
import { documentLanguage } from '../i18n.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { toast } from '../ui/toaster.tsx';

/** The words of the consent, which name the bureau and the purpose. */
export function GiveConsent({
  bureau,
  name,
  onClose,
}: {
  bureau: CreditBureau;
  name: string;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const language = documentLanguage();
  const { send, isSending } = useIdempotentMutation('give_bureau_consent', {
    onSuccess: () => {
      toast.success(t`You have agreed. We are asking ${name}`);
      onClose();
    },
    onRefusal: onClose,
  });
  return (
    <ConfirmDialog
      title={<Trans>May we ask {name}?</Trans>}
      cancel={<Trans>Not now</Trans>}
      confirm={<Trans>I agree</Trans>}
      isSending={isSending}
      onConfirm={() =>
        void send({
          body: { bureau: bureau.bureau, words_version: CONSENT_WORDS_VERSION, language },
        })
      }
      onClose={onClose}
    >
      <div className="grid gap-3">
        {consentWords(bureau, language).map((sentences) => (
          <p key={sentences}>{sentences}</p>
        ))}
        {bureau.is_test ? (
          <p className="font-semibold text-saffron-ink">
            <Trans>This bureau is a test: its scores are invented.</Trans>
          </p>
        ) : null}
      </div>
    </ConfirmDialog>
  );
}

/** The consent ends at once. */
export function WithdrawConsent({ name, onClose }: { name: string; onClose: () => void }) {
  const { t } = useLingui();
  const { send, isSending } = useIdempotentMutation('withdraw_bureau_consent', {
    onSuccess: () => {
      toast.success(t`Your consent is withdrawn, and the score is deleted`);
      onClose();
    },
    onRefusal: onClose,
  });
  return (
    <ConfirmDialog
      title={<Trans>Withdraw your consent?</Trans>}
      cancel={<Trans>Keep my consent</Trans>}
      confirm={<Trans>Withdraw consent</Trans>}
      isDanger
      isSending={isSending}
      onConfirm={() => void send({})}
      onClose={onClose}
    >
      <p>
        <Trans>
          We ask {name} nothing more, and its score is deleted. Your analysis and your budget stay
          as they are.
        </Trans>
      </p>
    </ConfirmDialog>
  );
}
