import type { ReactNode } from 'react';
import { decimalFromHalalas } from '#domain/money.ts';
import { Money } from './money.tsx';

interface Series {
  id: string;
  /** Its name in the legend. */
  name: ReactNode;
  tone: 'palm' | 'due' | 'overdue' | 'ink';
  /** One for each label, in the same order, in halalas. */
  values: readonly number[];
}

interface ChartProps {
  /** Under the columns, in reading order. */
  labels: readonly string[];
  series: readonly Series[];
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

/** The range of the values, which always includes zero. */
function boundsOf(series: readonly Series[]) {
  const values = series.flatMap((one) => [...one.values]);
  const minimum = Math.min(0, ...values);
  const maximum = Math.max(0, ...values);
  return { minimum, maximum, span: maximum - minimum || 1 };
}

/**
 * Legend, drawing area and labels of a chart. Screen readers skip it, because a table beside it has the figures. It mirrors with
 * the direction of the page, and colour is never the only difference.
 */
function ChartLayout({
  labels,
  series,
  maximum,
  className = '',
  children,
  shape,
  classOf,
}: ChartProps & {
  /** The largest value, which the height of the chart stands for. */
  maximum: number;
  children: ReactNode;
  /** The shape of the signs in the legend. */
  shape: 'column' | 'line';
  /** The classes with which a series is drawn, in the chart and in the legend. */
  classOf: (series: Series, index: number) => string;
}) {
  return (
    <div aria-hidden="true" className={`min-w-0 [print-color-adjust:exact] ${className}`}>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 text-sm text-ink-soft">
        <ul className="flex flex-wrap gap-x-5">
          {series.map((one, index) => (
            <li key={one.id} className="inline-flex items-center gap-2">
              <svg viewBox="0 0 16 10" className="h-2.5 w-4">
                {shape === 'column' ? (
                  <rect x="1" y="1" width="14" height="8" className={classOf(one, index)} />
                ) : (
                  <path d="M0 5H16" className={classOf(one, index)} />
                )}
              </svg>
              {one.name}
            </li>
          ))}
        </ul>
        <Money amount={decimalFromHalalas(maximum)} />
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
            // Two may be called the same, as a month and that of the next year: each is its place.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
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

/** Columns beside each other; negative values hang from the baseline. Columns of the second series are open. */
export function BarChart(props: ChartProps) {
  const { labels, series } = props;
  const { minimum, maximum, span } = boundsOf(series);
  const y = (value: number) => 100 - ((value - minimum) / span) * 100;
  const width = 7 / series.length;
  const classOf = (one: Series, index: number) =>
    index === 0
      ? fills[one.tone]
      : `fill-paper stroke-2 ${strokes[one.tone]} [vector-effect:non-scaling-stroke]`;
  return (
    <ChartLayout {...props} maximum={maximum} shape="column" classOf={classOf}>
      {series.map((one, index) =>
        one.values.map((value, column) => {
          const x = column * 10 + 1.5 + index * width + 0.2;
          return (
            <rect
              key={x}
              x={x}
              width={width - 0.4}
              y={Math.min(y(value), y(0))}
              height={Math.abs(y(value) - y(0))}
              className={classOf(one, index)}
            />
          );
        }),
      )}
      <path d={`M0 ${y(0)}H${labels.length * 10}`} className={baseline} />
    </ChartLayout>
  );
}

/** How a part of a stack is drawn: told apart without colour too. */
const partLooks = {
  solid: '',
  dotted: '[stroke-dasharray:1_2] stroke-[3]',
  light: 'opacity-45',
  open: 'fill-paper! stroke-2 [stroke-dasharray:5_4]',
};

/** Columns whose parts stand on each other, the first at the bottom. Nothing is below zero. */
export function StackedBarChart(
  props: Omit<ChartProps, 'series'> & {
    series: readonly (Series & { look?: keyof typeof partLooks })[];
  },
) {
  const { labels, series } = props;
  const totals = labels.map((_, column) =>
    series.reduce((sum, { values }) => sum + (values[column] ?? 0), 0),
  );
  const maximum = Math.max(0, ...totals);
  const classOf = (_: Series, index: number) => {
    const { tone, look: name = 'solid' } = series[index]!;
    return `${fills[tone]} ${strokes[tone]} ${partLooks[name]} [vector-effect:non-scaling-stroke]`;
  };
  return (
    <ChartLayout {...props} maximum={maximum} shape="column" classOf={classOf}>
      {labels.map((_, column) => {
        let top = 100;
        return series.map((one, index) => {
          const height = ((one.values[column] ?? 0) / (maximum || 1)) * 100;
          top -= height;
          return height > 0 ? (
            <rect
              key={one.id}
              x={column * 10 + 2}
              width={6}
              y={top}
              height={height}
              className={classOf(one, index)}
            />
          ) : null;
        });
      })}
      <path d={`M0 100H${labels.length * 10}`} className={baseline} />
    </ChartLayout>
  );
}

/** Lines from the middle of one column to the next; the second is dashed. */
export function LineChart(props: ChartProps) {
  const { labels, series } = props;
  const { minimum, maximum, span } = boundsOf(series);
  const y = (value: number) => 100 - ((value - minimum) / span) * 100;
  const classOf = (one: Series, index: number) =>
    `fill-none stroke-[2.5] [stroke-linejoin:round] [vector-effect:non-scaling-stroke] ${strokes[one.tone]} ${index === 0 ? '' : '[stroke-dasharray:5_4]'}`;
  return (
    <ChartLayout {...props} maximum={maximum} shape="line" classOf={classOf}>
      <path d={`M0 ${y(0)}H${labels.length * 10}`} className={baseline} />
      {series.map((one, index) => (
        <g key={one.id}>
          <path
            d={one.values
              .map((value, column) => `${column === 0 ? 'M' : 'L'}${column * 10 + 5} ${y(value)}`)
              .join('')}
            className={classOf(one, index)}
          />
          {/* A dot is a line without length: it stays round however wide the chart is. */}
          <path
            d={`M${(one.values.length - 1) * 10 + 5} ${y(one.values.at(-1) ?? 0)}h0`}
            className={`stroke-[9] [stroke-linecap:round] [vector-effect:non-scaling-stroke] ${strokes[one.tone]}`}
          />
        </g>
      ))}
    </ChartLayout>
  );
}

/** A bar for a share between 0 and 1. */
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
