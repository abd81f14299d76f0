import { useLingui } from '@lingui/react/macro';
import { isIsoDate } from '#domain/calendar.ts';
import { TextField } from '../../ui/text-field.tsx';

/** From a day to a day, both included; a day that is not whole yet narrows nothing. */
export function DateRangeFields({
  from,
  to,
  onChange,
}: {
  from: string | undefined;
  to: string | undefined;
  onChange: (end: 'from' | 'to', day: string | null) => void;
}) {
  const { t } = useLingui();
  const change = (end: 'from' | 'to') => (day: string) =>
    day === '' || isIsoDate(day) ? onChange(end, day || null) : undefined;
  return (
    <>
      <TextField label={t`From`} type="date" value={from ?? ''} onChange={change('from')} />
      <TextField label={t`To`} type="date" value={to ?? ''} onChange={change('to')} />
    </>
  );
}
