import { useLingui } from '@lingui/react/macro';
import { formatMoment } from '#domain/date-format.ts';

/** A moment in Riyadh, to the minute: "21 Nov 2026, 13:05". */
export function Moment({ at }: { at: string }) {
  const { i18n } = useLingui();
  return (
    <time dateTime={at} className="tabular-nums">
      {formatMoment(at, i18n.locale)}
    </time>
  );
}
