import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useIdempotentMutation } from '../api/use-idempotent-mutation.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { ButtonLink } from '../ui/link.tsx';
import { toast } from '../ui/toaster.tsx';
import { useDueDateFeed } from './payment-queries.ts';

/** The secret link by which a calendar program reads the due dates: made, copied, opened, and renewed. */
export function DueDateFeed() {
  const { t } = useLingui();
  const { data } = useDueDateFeed();
  const [isAsking, setAsking] = useState(false);
  const renew = useIdempotentMutation('renew_due_date_feed', {
    onSuccess: async (_, reloaded) => {
      await reloaded;
      if (isAsking) toast.success(t`The link is renewed. The old one no longer works`);
      setAsking(false);
    },
    onRefusal: () => setAsking(false),
  });
  // It helps, and the screen is whole without it.
  if (!data) return null;
  const { url } = data;
  return (
    <Card look="plain" title={<Trans>Add due dates to your calendar</Trans>}>
      <p className="max-w-prose text-ink-soft">
        <Trans>
          Your calendar program shows what is to be paid on each day, and keeps it up to date.
          Whoever has the link can read amounts and days: share it with care.
        </Trans>
      </p>
      {url === null ? (
        <Button
          tone="secondary"
          className="mt-4"
          isPending={renew.isSending}
          onPress={() => void renew.send({})}
        >
          <Trans>Create the link</Trans>
        </Button>
      ) : (
        <>
          <p className="mt-4 rounded-sm bg-sunk px-3 py-2 text-sm break-all select-all">
            <bdi translate="no" dir="ltr">
              {url}
            </bdi>
          </p>
          <div className="mt-3 flex flex-wrap gap-2">
            <CopyButton text={url} label={<Trans>Copy the link</Trans>} />
            <ButtonLink to={url.replace(/^https?:/, 'webcal:')} tone="secondary" size="small">
              <Trans>Open in the calendar</Trans>
            </ButtonLink>
            <Button tone="quiet" size="small" onPress={() => setAsking(true)}>
              <Trans>Renew the link</Trans>
            </Button>
          </div>
        </>
      )}
      {isAsking ? (
        <ConfirmDialog
          title={<Trans>Renew the link?</Trans>}
          lead={
            <Trans>Your current link will stop working. Add the new one to your calendar.</Trans>
          }
          cancel={<Trans>Keep it</Trans>}
          confirm={<Trans>Renew the link</Trans>}
          isSending={renew.isSending}
          onConfirm={() => void renew.send({})}
          onClose={() => setAsking(false)}
        >
          {null}
        </ConfirmDialog>
      ) : null}
    </Card>
  );
}
