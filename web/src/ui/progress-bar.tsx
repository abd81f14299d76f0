import { useId, type ReactNode } from 'react';

/** A share of 100 with its words; `value` is a whole number from 0 to 100. */
export function ProgressBar({ label, value }: { label: ReactNode; value: number }) {
  const id = useId();
  const share = `${value}%`;
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no two browsers draw <progress> alike
      role="progressbar"
      aria-labelledby={id}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value}
      aria-valuetext={share}
      className="grid gap-1.5"
    >
      <span className="flex items-baseline justify-between gap-4 text-sm">
        <span id={id} className="font-medium">
          {label}
        </span>
        <bdi translate="no" dir="ltr" className="font-semibold tabular-nums">
          {share}
        </bdi>
      </span>
      <span className="block h-2 overflow-hidden rounded-sm bg-line">
        <span
          className="block h-full bg-palm transition-[width] duration-250 forced-colors:bg-[CanvasText]"
          style={{ width: share }}
        />
      </span>
    </div>
  );
}
