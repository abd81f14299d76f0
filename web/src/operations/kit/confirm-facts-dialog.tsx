import { Trans } from '@lingui/react/macro';
import { useRef, type ReactNode } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { FormError } from '../../ui/form-error.tsx';
import type { Mutation } from '../../api/use-idempotent-mutation.ts';
import { FactorProofField, useFactorProof } from '../accounts/factor-proof.tsx';

export interface Fact {
  id: string;
  label: ReactNode;
  value: ReactNode;
}

/** What is asked before money moves: what happens, with its names and its amount. */
export interface Question {
  title: ReactNode;
  lead?: ReactNode;
  facts: readonly Fact[];
  /** The words of the button that does it. */
  confirm: ReactNode;
  isDanger?: boolean;
  onClose: () => void;
}

/** Asks once more before money moves. What is missing, or refused at a field, has the focus. */
export function ConfirmFactsDialog({
  facts,
  children,
  mutation,
  problem = mutation.problem,
  onConfirm,
  ...question
}: Question & {
  /** Further input: a reason, an amount. */
  children?: ReactNode;
  mutation: Mutation;
  /** A problem found before sending; else the reason of the refusal. */
  problem?: string | null;
  /** Resolves once it is done, or refused. */
  onConfirm: () => Promise<unknown>;
}) {
  const content = useRef<HTMLDivElement>(null);
  const proof = useFactorProof();
  const send = async () => {
    if (!mutation.asksFactor || (await proof.give())) await onConfirm();
    focusFirstError(content.current);
  };
  return (
    <ConfirmDialog
      {...question}
      cancel={<Trans context="nothing changes">Cancel</Trans>}
      isSending={mutation.isSending || proof.isSending}
      onConfirm={() => void send()}
    >
      <div ref={content} className="grid gap-5">
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
        {mutation.asksFactor ? <FactorProofField proof={proof} /> : null}
        <FormError message={problem} />
      </div>
    </ConfirmDialog>
  );
}
