import { useLingui } from '@lingui/react/macro';
import { Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { shareText } from '#domain/share.ts';

interface ShareLine {
  id: string;
  name: string;
  /** One for each label, in the same order, in tenths of a percent; null where there is none. */
  values: readonly (number | null)[];
}

/** How the lines are told apart, with and without colour; the first is the most important. */
const looks = [
  { stroke: 'var(--palm)', dashes: undefined },
  { stroke: 'var(--due)', dashes: '6 4' },
  { stroke: 'var(--saffron-ink)', dashes: '2 3' },
  { stroke: 'var(--overdue)', dashes: '10 3 2 3' },
  { stroke: 'var(--ink)', dashes: '1 4' },
  { stroke: 'var(--ink-faint)', dashes: '12 4' },
] as const;

/** How many lines one chart can tell apart. */
export const MAX_SHARE_LINES = looks.length;

/**
 * Lines of shares with an axis and, under the pointer, the figures of a column. A table beside it has the same figures: screen readers
 * skip the drawing. It mirrors with the direction of the page. Its colours are the theme's, on paper the light one's.
 */
export function ShareLineChart({
  labels,
  lines,
}: {
  labels: readonly string[];
  lines: readonly ShareLine[];
}) {
  const { i18n } = useLingui();
  const isRtl = i18n.locale === 'ar';
  const rows = labels.map((label, index) => ({
    label,
    ...Object.fromEntries(lines.map(({ id, values }) => [id, values[index] ?? null])),
  }));
  const largest = Math.max(0, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const tick = { className: 'fill-ink-soft text-xs' };
  return (
    <div aria-hidden="true" className="min-w-0 [print-color-adjust:exact]">
      <ul className="mb-2 flex flex-wrap gap-x-5 text-sm text-ink-soft">
        {lines.map(({ id, name }, index) => (
          <li key={id} className="inline-flex items-center gap-2">
            <svg viewBox="0 0 24 10" className="h-2.5 w-6">
              <path d="M0 5H24" strokeWidth="2.5" {...strokeOf(index)} />
            </svg>
            {name}
          </li>
        ))}
      </ul>
      {/* The library lays out from the left; the axes are turned instead. */}
      <div
        dir="ltr"
        className="h-56 print:break-inside-avoid print:[&_.recharts-wrapper]:max-w-full print:[&_svg]:max-w-full"
      >
        <ResponsiveContainer width="100%" height="100%">
          <LineChart
            data={rows}
            accessibilityLayer={false}
            margin={{ top: 8, right: 12, bottom: 0, left: 12 }}
          >
            <XAxis
              dataKey="label"
              reversed={isRtl}
              tick={tick}
              tickLine={false}
              stroke="var(--line-strong)"
            />
            <YAxis
              orientation={isRtl ? 'right' : 'left'}
              domain={[0, largest === 0 ? 100 : 'auto']}
              allowDecimals={false}
              tickFormatter={shareText}
              tick={tick}
              tickLine={false}
              width={52}
              stroke="var(--line-strong)"
            />
            <Tooltip
              isAnimationActive={false}
              content={<Figures labels={labels} lines={lines} dir={isRtl ? 'rtl' : 'ltr'} />}
            />
            {lines.map(({ id }, index) => (
              <Line
                key={id}
                dataKey={id}
                isAnimationActive={false}
                strokeWidth={2.5}
                dot={{ r: 3, strokeDasharray: '', fill: 'var(--paper)' }}
                {...strokeOf(index)}
              />
            ))}
          </LineChart>
        </ResponsiveContainer>
      </div>
    </div>
  );
}

function strokeOf(index: number) {
  const { stroke, dashes } = looks[index % looks.length]!;
  return { stroke, ...(dashes && { strokeDasharray: dashes }) };
}

/** The figures of the column under the pointer, which the library names by its label. */
function Figures({
  active = false,
  label,
  labels,
  lines,
  dir,
}: {
  active?: boolean;
  label?: string;
  labels: readonly string[];
  lines: readonly ShareLine[];
  dir: 'ltr' | 'rtl';
}) {
  if (!active || label === undefined) return null;
  const column = labels.indexOf(label);
  return (
    <dl dir={dir} className="rounded-md border border-line bg-raised px-3 py-2 text-sm shadow-lg">
      <dt className="font-semibold">{label}</dt>
      {lines.map(({ id, name, values }) => {
        const value = values[column];
        return value === null || value === undefined ? null : (
          <dd key={id} className="flex justify-between gap-4">
            {name}
            <bdi translate="no" dir="ltr" className="tabular-nums">
              {shareText(value)}
            </bdi>
          </dd>
        );
      })}
    </dl>
  );
}
