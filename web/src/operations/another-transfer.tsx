import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState, type ReactNode } from 'react';
import { REJECTION_REASON_MAX_LENGTH } from '#domain/tickets/ticket.ts';
import { TextArea } from '../ui/text-field.tsx';
import type { MoneyAction } from './use-money-action.ts';

/**
 * Of a move that is refused while a payment alike stands: the words of its button, and what it sends. Only what was
 * refused so can be sent again as another transfer; with another payer or day it is asked anew.
 */
export function useAnotherTransfer({ code, at }: MoneyAction) {
  const { t } = useLingui();
  const refused = useRef('');
  const [reason, setReason] = useState('');
  const reasonProblem = at('reason');
  const isAlike = code === 'payment_alike';
  return {
    words: (usual: ReactNode) =>
      isAlike || reasonProblem ? <Trans>It is another transfer</Trans> : usual,
    /** Why it is another: needed where the bank's reference says that it is the same. */
    field:
      isAlike || reasonProblem ? (
        <TextArea
          label={t`Why it is another transfer`}
          hint={t`Needed where the bank’s reference says that it is the same.`}
          maxLength={REJECTION_REASON_MAX_LENGTH}
          value={reason}
          onChange={setReason}
          error={reasonProblem}
        />
      ) : null,
    bodyOf: <Body extends object>(
      body: Body,
    ): Body & { is_another?: boolean; reason?: string | undefined } => {
      const content = JSON.stringify(body);
      const is_another = (isAlike || Boolean(reasonProblem)) && refused.current === content;
      refused.current = content;
      return is_another ? { ...body, is_another, reason: reason.trim() || undefined } : body;
    },
  };
}
