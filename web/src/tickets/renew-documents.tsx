import { Trans } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Ticket } from '#api/tickets.ts';
import { messageOf } from '../api/api-error.ts';
import { call, newIdempotencyKey } from '../api/call.ts';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toaster.tsx';

/** Has the documents prepared with today's dates; the page then shows that they are on their way. */
export function RenewDocuments({ ticket }: { ticket: Ticket }) {
  const queryClient = useQueryClient();
  const key = useRef(newIdempotencyKey());
  const renew = useMutation({
    mutationFn: () =>
      call('renew_documents', { params: { id: ticket.id }, idempotencyKey: key.current }),
    onSettled: () => queryClient.invalidateQueries(),
    onError: (error) => toast.error(messageOf(error)),
  });
  return (
    <Button
      isPending={renew.isPending}
      onPress={() => renew.mutate()}
      className="justify-self-start"
    >
      <Trans>Prepare documents</Trans>
    </Button>
  );
}
