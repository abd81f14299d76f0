import { Trans } from '@lingui/react/macro';
import type { AuditEvent } from '#api/audit.ts';
import { isIsoDate } from '#domain/calendar.ts';
import { isStatus, useStatusWord } from '../../ui/status-badge.tsx';
import { IsoDate } from '../../ui/iso-date.tsx';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { useFieldWord, useOperationWord, useStateWord } from './audit-labels.ts';
import { useKeptObstacleWord } from '../kit/labels.ts';

/** What a row was and what it became, field by field; only what is kept of it. */
export function AuditChange({ event: { before, after, subject } }: { event: AuditEvent }) {
  const fieldWord = useFieldWord();
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (fields.length === 0) return <span className="text-ink-faint">—</span>;
  return (
    <dl className="grid gap-y-1 text-sm">
      {fields.map((field) => {
        return (
          <div key={field} className="flex flex-wrap gap-x-2 cards:justify-end">
            <dt className="text-ink-soft">
              {fieldWord(field) ?? (
                <bdi translate="no" dir="ltr">
                  {field}
                </bdi>
              )}
            </dt>
            <dd className="inline-flex min-w-0 flex-wrap gap-x-2">
              {before && field in before ? (
                <del className="text-ink-soft">
                  <span className="sr-only">
                    <Trans>Before:</Trans>{' '}
                  </span>
                  <Value subject={subject} field={field} value={before[field]} />
                </del>
              ) : null}
              {after && field in after ? (
                <ins className="no-underline">
                  <span className="sr-only">
                    <Trans>After:</Trans>{' '}
                  </span>
                  <Value subject={subject} field={field} value={after[field]} />
                </ins>
              ) : null}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

const stateFields = new Set(['status', 'budget_status', 'decision']);

interface ValueProps {
  subject: string;
  field: string;
  value: unknown;
}

function Value({ subject, field, value }: ValueProps) {
  const statusWord = useStatusWord();
  const stateWord = useStateWord(subject);
  const operationWord = useOperationWord();
  const obstacleWord = useKeptObstacleWord();
  if (value === null || value === undefined) return '—';
  if (typeof value === 'boolean') return value ? <Trans>Yes</Trans> : <Trans>No</Trans>;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (field === 'operation') return operationWord(text);
  const state = stateFields.has(field) && stateWord(text);
  if (state) return state;
  if (field === 'status' && isStatus(text)) return statusWord(text);
  if (field === 'payment_id') {
    return (
      <Link to={`/operations/payments/${text}`}>
        <Trans>Open the payment</Trans>
      </Link>
    );
  }
  const obstacle = field === 'obstacle' && obstacleWord(text);
  if (obstacle) return obstacle;
  if (isIsoDate(text)) return <IsoDate date={text} />;
  const isMoney = /amount|budget/.test(field) && /^\d+\.\d{2}$/.test(text);
  return isMoney ? (
    <Money amount={text} />
  ) : (
    <bdi translate="no" dir="auto" className="wrap-anywhere">
      {text}
    </bdi>
  );
}
