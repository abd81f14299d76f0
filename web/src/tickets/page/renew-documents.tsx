import { Trans } from '@lingui/react/macro';
import type { Ticket } from '#api/tickets.ts';
import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts';
import { Button } from '../../ui/button.tsx';

/** Has the documents prepared with today's dates; the page then shows that they are on their way. */
export function RenewDocuments({ ticket }: { ticket: Ticket }) {
  const renew = useIdempotentMutation('renew_documents', {
    onSuccess: (_, reloaded) => reloaded,
  });
  return (
    <Button
      isPending={renew.isSending}
      onPress={() => void renew.send({ params: { id: ticket.id } })}
      className="justify-self-start"
    >
      <Trans>Prepare documents</Trans>
    </Button>
  );
}
