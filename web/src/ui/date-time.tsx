import { useLingui } from '@lingui/react/macro';
import { formatDateTime } from '#domain/date-format.ts';

/** A moment in Riyadh, to the minute: "21 Nov 2026, 13:05". */
export function DateTime({ at }: { at: string }) {
  const { i18n } = useLingui();
  const [date, time] = formatDateTime(at, i18n.locale).split(/(?<=[,،]) /);
  return (
    <time translate="no" dateTime={at} className="tabular-nums">
      {/* Where a line ends it is between the two, never within a date. */}
      <span className="whitespace-nowrap">{date}</span>{' '}
      <span className="whitespace-nowrap">{time}</span>
    </time>
  );
}
