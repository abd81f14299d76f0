import type { ReactNode } from 'react';

interface Series {
  id: string;
  /** In the legend. */
  name: ReactNode;
  tone: 'palm' | 'due' | 'overdue' | 'ink';
  /** One for each label, in the same order; only their proportions are drawn. */
  values: readonly number[];
}

interface ChartProps {
  /** Under the columns, the first where reading begins. */
  labels: readonly string[];
  series: readonly Series[];
  /** What the height of the chart stands for: its largest value, in words or as money. */
  top: ReactNode;
  className?: string;
}

const fills = {
  palm: 'fill-palm',
  due: 'fill-due',
  overdue: 'fill-overdue',
  ink: 'fill-ink',
};
const strokes = {
  palm: 'stroke-palm',
  due: 'stroke-due',
  overdue: 'stroke-overdue',
  ink: 'stroke-ink',
};

/** The least and the greatest of what is drawn; nought is always in it. */
function boundsOf(series: readonly Series[]) {
  const values = series.flatMap((one) => [...one.values]);
  const most = Math.max(0, ...values);
  const least = Math.min(0, ...values);
  return { least, span: most - least || 1 };
}

/**
 * A drawing of figures that stand in a table beside it: for the eye alone, hidden from readers of the screen. It follows
 * the direction of the page; colour is never its only sign.
 */
function ConsoleLayout({
  labels,
  series,
  top,
  className = '',
  children,
  shape,
  look,
}: ChartProps & {
  children: ReactNode;
  /** Of the legend's signs, drawn as the series are. */
  shape: 'column' | 'line';
  look: (series: Series, index: number) => string;
}) {
  return (
    <div aria-hidden="true" className={`min-w-0 [print-color-adjust:exact] ${className}`}>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 text-sm text-ink-soft">
        <ul className="flex flex-wrap gap-x-5">
          {series.map((one, index) => (
            <li key={one.id} className="inline-flex items-center gap-2">
              <svg viewBox="0 0 16 10" className="h-2.5 w-4">
                {shape === 'column' ? (
                  <rect x="1" y="1" width="14" height="8" className={look(one, index)} />
                ) : (
                  <path d="M0 5H16" className={look(one, index)} />
                )}
              </svg>
              {one.name}
            </li>
          ))}
        </ul>
        <span>{top}</span>
      </div>
      <svg
        viewBox={`0 0 ${labels.length * 10} 100`}
        preserveAspectRatio="none"
        className="block h-40 w-full overflow-visible border-t border-dashed border-line sm:h-48 rtl:-scale-x-100"
      >
        {children}
      </svg>
      <ol
        className="mt-1 grid text-center text-xs text-ink-soft"
        style={{ gridTemplateColumns: `repeat(${labels.length}, minmax(0, 1fr))` }}
      >
        {labels.map((label, index) => (
          // Twelve names do not fit a phone: then every third, counted from the last.
          <li
            key={label}
            className={
              labels.length > 6 && (labels.length - 1 - index) % 3 !== 0
                ? 'max-sm:invisible'
                : 'max-sm:whitespace-nowrap'
            }
          >
            {label}
          </li>
        ))}
      </ol>
    </div>
  );
}

const baseline = 'stroke-ink [vector-effect:non-scaling-stroke]';

/** Columns beside each other; what is below nought hangs from the line. The second series is drawn with an open column. */
export function BarChart(props: ChartProps) {
  const { labels, series } = props;
  const { least, span } = boundsOf(series);
  const y = (value: number) => 100 - ((value - least) / span) * 100;
  const width = 7 / series.length;
  const look = (one: Series, index: number) =>
    index === 0
      ? fills[one.tone]
      : `fill-paper stroke-2 ${strokes[one.tone]} [vector-effect:non-scaling-stroke]`;
  return (
    <ConsoleLayout {...props} shape="column" look={look}>
      {series.map((one, index) =>
        one.values.map((value, column) => (
          <rect
            key={`${one.id} ${labels[column]}`}
            x={column * 10 + 1.5 + index * width + 0.2}
            width={width - 0.4}
            y={Math.min(y(value), y(0))}
            height={Math.abs(y(value) - y(0))}
            className={look(one, index)}
          />
        )),
      )}
      <path d={`M0 ${y(0)}H${labels.length * 10}`} className={baseline} />
    </ConsoleLayout>
  );
}

/** Lines from the middle of one column to the next; the second is dashed. */
export function LineChart(props: ChartProps) {
  const { labels, series } = props;
  const { least, span } = boundsOf(series);
  const y = (value: number) => 100 - ((value - least) / span) * 100;
  const look = (one: Series, index: number) =>
    `fill-none stroke-[2.5] [stroke-linejoin:round] [vector-effect:non-scaling-stroke] ${strokes[one.tone]} ${index === 0 ? '' : '[stroke-dasharray:5_4]'}`;
  return (
    <ConsoleLayout {...props} shape="line" look={look}>
      <path d={`M0 ${y(0)}H${labels.length * 10}`} className={baseline} />
      {series.map((one, index) => (
        <g key={one.id}>
          <path
            d={one.values
              .map((value, column) => `${column === 0 ? 'M' : 'L'}${column * 10 + 5} ${y(value)}`)
              .join('')}
            className={look(one, index)}
          />
          {/* A dot is a line without length: it stays round however wide the chart is. */}
          <path
            d={`M${(one.values.length - 1) * 10 + 5} ${y(one.values.at(-1) ?? 0)}h0`}
            className={`stroke-[9] [stroke-linecap:round] [vector-effect:non-scaling-stroke] ${strokes[one.tone]}`}
          />
        </g>
      ))}
    </ConsoleLayout>
  );
}

/** How much of the whole, from 0 to 1, as a bar beside its figure. */
export function ShareBar({ share, tone = 'palm' }: { share: number; tone?: Series['tone'] }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      className="block h-2 w-full min-w-16 bg-sunk [print-color-adjust:exact] rtl:-scale-x-100"
    >
      <rect width={Math.max(0, Math.min(1, share)) * 100} height="8" className={fills[tone]} />
    </svg>
  );
}
