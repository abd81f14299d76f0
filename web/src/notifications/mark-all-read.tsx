import { Trans } from '@lingui/react/macro';
import type { ReplyOf } from '#api/contract.ts';
import { useIdempotentMutation } from '../api/use-idempotent-mutation.ts';
import { Button } from '../ui/button.tsx';

/** Marks all up to the newest one that is shown as read: what came meanwhile stays unread. */
export function MarkAllRead({
  pages,
}: {
  pages: readonly ReplyOf<'list_notifications'>[] | undefined;
}) {
  const { send, isSending } = useIdempotentMutation('mark_notifications_read');
  const first = pages?.[0];
  const newest = first?.items[0];
  if (!newest || first.unread_count === 0) return null;
  return (
    <Button
      tone="quiet"
      size="small"
      className="-me-3"
      isPending={isSending}
      onPress={() => void send({ body: { up_to: newest.id } })}
    >
      <Trans>Mark all as read</Trans>
    </Button>
  );
}
