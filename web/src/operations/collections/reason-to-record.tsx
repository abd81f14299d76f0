import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState, type ReactNode } from 'react';
import { REJECTION_REASON_MAX_LENGTH } from '#domain/tickets/ticket.ts';
import { TextArea } from '../../ui/text-field.tsx';
import type { Mutation } from '../../api/use-idempotent-mutation.ts';

/**
 * For a payment that was refused because it may be a duplicate, came before anything was owed, or went to another
 * company's virtual IBAN: the button's label, the field of the reason, and the request body. The reason is valid only for
 * the refused request: another payer or day is checked again.
 */
export function useReasonToRecord({ code, at }: Mutation) {
  const { t } = useLingui();
  const refused = useRef({ content: '', isAnother: false });
  const [reason, setReason] = useState('');
  const isDoubted = code === 'payment_before_debt' || code === 'virtual_iban_of_other';
  const isAlike = code === 'payment_alike' || (!isDoubted && at('reason') !== undefined);
  return {
    words: (usual: ReactNode) => (isAlike ? <Trans>It is another transfer</Trans> : usual),
    field:
      isAlike || isDoubted ? (
        <TextArea
          label={isAlike ? t`Why it is another transfer` : t`Why it is recorded anyway`}
          hint={isAlike ? t`Needed unless a bank’s reference tells the two apart.` : undefined}
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
      if (!isAnother && !(isSame && isDoubted)) return body;
      const said = { ...body, reason: reason.trim() || undefined };
      return isAnother ? { ...said, is_another: true } : said;
    },
  };
}
