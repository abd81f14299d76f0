import { Trans } from '@lingui/react/macro';
import { useRef, type ReactNode } from 'react';
import type { Mutation } from '../../api/use-idempotent-mutation.ts';

/**
 * Of a move that is refused while a reported transfer of its company is being checked: the words of its button, and what it
 * sends. Only what was refused so can be sent again all the same.
 */
export function useDespiteReport({ code }: Mutation) {
  const refused = useRef('');
  const isChecked = code === 'report_being_checked';
  return {
    words: (usual: ReactNode) => (isChecked ? <Trans>Do it all the same</Trans> : usual),
    bodyOf: <Body extends object>(body: Body): Body & { despite_report?: boolean } => {
      const content = JSON.stringify(body);
      const despite_report = isChecked && refused.current === content;
      refused.current = content;
      return despite_report ? { ...body, despite_report } : body;
    },
  };
}
