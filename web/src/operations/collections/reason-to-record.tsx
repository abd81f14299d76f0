import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState, type ReactNode } from 'react';
import { REJECTION_REASON_MAX_LENGTH } from '#domain/tickets/ticket.ts';
import { TextArea } from '../../ui/text-field.tsx';
import type { Mutation } from '../../api/use-idempotent-mutation.ts';

/**
 * Of money that is refused until somebody says that it is another transfer, or why it is recorded although it came before
 * anything was owed: the words of the button, the field of the reason, and what is sent. Only what was refused so can be sent
 * again with a reason; with another payer or day it is asked anew.
 */
export function useReasonToRecord({ code, at }: Mutation) {
  const { t } = useLingui();
  const refused = useRef({ content: '', isAnother: false });
  const [reason, setReason] = useState('');
  const isEarly = code === 'payment_before_debt';
  const isAlike = code === 'payment_alike' || (!isEarly && at('reason') !== undefined);
  return {
    words: (usual: ReactNode) => (isAlike ? <Trans>It is another transfer</Trans> : usual),
    field:
      isAlike || isEarly ? (
        <TextArea
          label={isAlike ? t`Why it is another transfer` : t`Why it is recorded all the same`}
          hint={
            isAlike ? t`Needed where the bank’s reference says that it is the same.` : undefined
          }
          maxLength={REJECTION_REASON_MAX_LENGTH}
          value={reason}
          onChange={setReason}
          error={at('reason')}
        />
      ) : null,
    bodyOf: <Body extends object>(
      body: Body,
    ): Body & { is_another?: true; reason?: string | undefined } => {
      const content = JSON.stringify(body);
      const isSame = refused.current.content === content;
      const isAnother = isSame && (isAlike || refused.current.isAnother);
      refused.current = { content, isAnother };
      if (!isAnother && !(isSame && isEarly)) return body;
      const said = { ...body, reason: reason.trim() || undefined };
      return isAnother ? { ...said, is_another: true } : said;
    },
  };
}
