import { Plural, Trans } from '@lingui/react/macro';
import type { RetentionKind } from '#domain/privacy/retention.ts';
import { call } from '../../api/call.ts';
import { useConsoleQuery } from '../kit/use-console-query.ts';

/** How many rows of a kind a period would erase with the daily job's next run. */
export function RowsPastRetention({ kind, months }: { kind: RetentionKind; months: number }) {
  const { data, error } = useConsoleQuery(['privacy', 'past', kind, months], (signal) =>
    call('count_past_retention', { params: { kind }, query: { months }, signal }),
  );
  if (error) return <Trans>Not known now</Trans>;
  if (!data) return <span aria-busy>…</span>;
  return <Plural value={data.row_count} _0="Nothing" one="# row" other="# rows" />;
}
