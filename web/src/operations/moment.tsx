import { useLingui } from '@lingui/react/macro';

/** A moment in Riyadh, to the minute: "21 Nov 2026, 13:05". */
export function Moment({ at }: { at: string }) {
  const { i18n } = useLingui();
  const locale = i18n.locale === 'en' ? 'en-GB' : i18n.locale;
  const text = new Intl.DateTimeFormat(`${locale}-u-ca-gregory-nu-latn`, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'Asia/Riyadh',
  }).format(new Date(at));
  return (
    <time dateTime={at} className="tabular-nums">
      {text}
    </time>
  );
}
