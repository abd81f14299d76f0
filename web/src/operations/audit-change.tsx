import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import type { AuditEvent } from '#api/audit.ts';
import { isStatus, useStatusWord } from '../ui/badge.tsx';
import { Money } from '../ui/money.tsx';

type State = AuditEvent['before'];

/** The fields that the history tells of most; another one is shown by its name. */
const fieldWords: Record<string, MessageDescriptor> = {
  status: msg`Status`,
  reason: msg`Reason`,
  amount_sar: msg`Amount`,
  credit_amount: msg`Credit`,
  refunded_amount: msg`Refunded`,
  total_approval_budget: msg`Total approval budget`,
  budget_status: msg`Budget`,
  proposed_budget: msg`Proposed budget`,
  decision: msg`Decision`,
  grade: msg`Grade`,
  score: msg`Score`,
};

/** What a row was and what it became, field by field; only what is kept of it. */
export function AuditChange({ before, after }: { before: State; after: State }) {
  const { i18n } = useLingui();
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (fields.length === 0) return <span className="text-ink-faint">—</span>;
  return (
    <dl className="grid gap-y-1 text-sm">
      {fields.map((field) => {
        const word = fieldWords[field];
        return (
          <div key={field} className="flex flex-wrap gap-x-2 cards:justify-end">
            <dt className="text-ink-soft">{word ? i18n._(word) : <bdi dir="ltr">{field}</bdi>}</dt>
            <dd className="inline-flex min-w-0 flex-wrap gap-x-2">
              {before && field in before ? (
                <del className="text-ink-soft">
                  <span className="sr-only">
                    <Trans>Before:</Trans>{' '}
                  </span>
                  <Value field={field} value={before[field]} />
                </del>
              ) : null}
              {after && field in after ? (
                <ins className="no-underline">
                  <span className="sr-only">
                    <Trans>After:</Trans>{' '}
                  </span>
                  <Value field={field} value={after[field]} />
                </ins>
              ) : null}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function Value({ field, value }: { field: string; value: unknown }) {
  const statusWord = useStatusWord();
  if (value === null || value === undefined) return '—';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (field === 'status' && isStatus(text)) return statusWord(text);
  const isMoney = /amount|budget/.test(field) && /^\d+\.\d{2}$/.test(text);
  return isMoney ? (
    <Money amount={text} />
  ) : (
    <bdi dir="auto" className="wrap-anywhere">
      {text}
    </bdi>
  );
}
