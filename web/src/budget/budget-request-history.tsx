import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { BudgetRequest } from '#api/budget-requests.ts';
import { DateTime } from '../ui/date-time.tsx';
import { Money } from '../ui/money.tsx';
import { UserText } from '../ui/user-text.tsx';
import { ConditionText } from './request-words.tsx';

type Decision = BudgetRequest['decisions'][number];

const nobody: readonly string[] = [];

/** What was asked, decided, appealed and answered, in its order. `deciders`: for staff, the names of who decided. */
export function BudgetRequestHistory({
  request,
  deciders = nobody,
}: {
  request: BudgetRequest;
  deciders?: readonly (string | null)[];
}) {
  const { asked_at, reason, decisions, appealed_at, appeal_reason, accepted_at } = request;
  const [first, answer] = decisions;
  return (
    <ol className="grid gap-4">
      <Step at={asked_at} title={<Trans context="of a budget">Asked for</Trans>} text={reason} />
      {first ? <DecisionStep decision={first} by={deciders[0]} /> : null}
      {appealed_at && appeal_reason ? (
        <Step at={appealed_at} title={<Trans>Appeal</Trans>} text={appeal_reason} />
      ) : null}
      {answer ? <DecisionStep decision={answer} by={deciders[1]} /> : null}
      {accepted_at ? <Step at={accepted_at} title={<Trans>The offer was accepted</Trans>} /> : null}
    </ol>
  );
}

function DecisionStep({ decision, by }: { decision: Decision; by?: string | null | undefined }) {
  const { amount_sar, condition, condition_value, reason, decided_at } = decision;
  return (
    <Step at={decided_at} by={by} title={<DecisionTitle decision={decision} />} text={reason}>
      {amount_sar === null ? null : (
        <p>
          <Money amount={amount_sar} className="font-semibold" />
        </p>
      )}
      {condition ? (
        <p>
          <Trans>
            On the condition: <ConditionText condition={condition} value={condition_value} />.
          </Trans>
        </p>
      ) : null}
    </Step>
  );
}

function DecisionTitle({ decision: { decision } }: { decision: Decision }) {
  if (decision === 'grant') return <Trans>Granted</Trans>;
  if (decision === 'counter') return <Trans>Counter-offer</Trans>;
  return <Trans context="a request">Declined</Trans>;
}

function Step({
  at,
  by,
  title,
  text,
  children,
}: {
  at: string;
  by?: string | null | undefined;
  title: ReactNode;
  text?: string;
  children?: ReactNode;
}) {
  return (
    <li className="grid gap-1 border-s-2 border-line ps-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold">{title}</span>
        <span className="text-sm text-ink-soft">
          <DateTime at={at} /> {by ? <UserText text={by} /> : null}
        </span>
      </p>
      {children}
      {text ? (
        <p dir="auto" className="text-start whitespace-pre-line wrap-anywhere text-ink-soft">
          {text}
        </p>
      ) : null}
    </li>
  );
}
