import { Trans } from '@lingui/react/macro';
import { useRef, type ReactNode } from 'react';
import type { Mutation } from '../../api/use-idempotent-mutation.ts';

/**
 * For a mutation that was refused because a reported transfer of the company is being checked: the button's label and the
 * request body. Only a request that was refused for this reason can be repeated with the override.
 */
export function useDespiteReport({ code }: Mutation) {
  const refused = useRef('');
  const isChecked = code === 'report_being_checked';
  return {
    words: (usual: ReactNode) => (isChecked ? <Trans>Do it anyway</Trans> : usual),
    bodyOf: <Body extends object>(body: Body): Body & { despite_report?: boolean } => {
      const content = JSON.stringify(body);
      const despite_report = isChecked && refused.current === content;
      refused.current = content;
      return despite_report ? { ...body, despite_report } : body;
    },
  };
}
