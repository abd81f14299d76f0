import { Trans } from '@lingui/react/macro';
import { useRef, type ReactNode } from 'react';
import type { MoneyAction } from './use-money-action.ts';

/**
 * Of a move that is refused while a payment alike stands: the words of its button, and what it sends. Only what was
 * refused so can be sent again as another transfer; with another payer or day it is asked anew.
 */
export function useAnotherTransfer({ code }: MoneyAction) {
  const refused = useRef('');
  const isAlike = code === 'payment_alike';
  return {
    words: (usual: ReactNode) => (isAlike ? <Trans>It is another transfer</Trans> : usual),
    bodyOf: <Body extends object>(body: Body): Body & { is_another?: boolean } => {
      const content = JSON.stringify(body);
      const is_another = isAlike && refused.current === content;
      refused.current = content;
      return is_another ? { ...body, is_another } : body;
    },
  };
}
