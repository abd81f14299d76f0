import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Confirm } from '../ui/confirm.tsx';
import { FormProblem } from '../ui/form-problem.tsx';

export interface Fact {
  id: string;
  label: ReactNode;
  value: ReactNode;
}

/** Asks once more before money moves: what happens, with its names and its amount. */
export function ConfirmDialog({
  title,
  lead,
  facts,
  children,
  confirm,
  isDanger = false,
  isSending,
  problem,
  onConfirm,
  onClose,
}: {
  title: ReactNode;
  lead?: ReactNode;
  facts: readonly Fact[];
  /** What must be said besides: a reason, an amount. */
  children?: ReactNode;
  /** The words of the button that does it. */
  confirm: ReactNode;
  isDanger?: boolean;
  isSending: boolean;
  problem: string | null;
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <Confirm
      title={title}
      lead={lead}
      cancel={<Trans context="nothing changes">Cancel</Trans>}
      confirm={confirm}
      isDanger={isDanger}
      isSending={isSending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <div className="grid gap-5">
        <dl className="border-y border-line">
          {facts.map(({ id, label, value }) => (
            <div
              key={id}
              className="flex flex-wrap justify-between gap-x-4 py-2 not-first:border-t not-first:border-line"
            >
              <dt className="text-ink-soft">{label}</dt>
              <dd className="ms-auto min-w-0 text-end font-semibold wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
        {children}
        <FormProblem message={problem} />
      </div>
    </Confirm>
  );
}
