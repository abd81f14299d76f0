import type { ReactNode } from 'react';
import { Label, ProgressBar as AriaProgressBar } from 'react-aria-components';

/** A share of 100 with its words; `value` is a whole number from 0 to 100. */
export function ProgressBar({
  label,
  value,
  tone = 'palm',
}: {
  label: ReactNode;
  value: number;
  tone?: 'palm' | 'saffron';
}) {
  return (
    <AriaProgressBar value={value} className="grid gap-1.5">
      {({ percentage, valueText }) => (
        <>
          <span className="flex items-baseline justify-between gap-4 text-sm">
            <Label className="font-medium">{label}</Label>
            <span className="font-semibold tabular-nums">{valueText}</span>
          </span>
          <span className="block h-2 overflow-hidden rounded-sm bg-line">
            <span
              className={`block h-full transition-[width] duration-250 forced-colors:bg-[CanvasText] ${tone === 'palm' ? 'bg-palm' : 'bg-saffron'}`}
              style={{ width: `${percentage}%` }}
            />
          </span>
        </>
      )}
    </AriaProgressBar>
  );
}
