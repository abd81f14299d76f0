import { useLingui } from '@lingui/react/macro';

/** Three payments filling up. With `page`, centred in the window (the guard and the resolving screen). */
export function Spinner({ page = false, label }: { page?: boolean; label?: string }) {
  const { t } = useLingui();
  const bars = (
    <output className="inline-flex items-end gap-1 text-palm">
      {[0, 1, 2].map((bar) => (
        <span
          key={bar}
          className="h-5 w-1.5 origin-bottom animate-[payment_900ms_ease-in-out_infinite] bg-current forced-colors:bg-[CanvasText]"
          style={{ animationDelay: `${bar * 150}ms` }}
        />
      ))}
      {/* The shell is built in one language and read in another. */}
      <span className="sr-only" suppressHydrationWarning>
        {label ?? t`Loading`}
      </span>
    </output>
  );
  return page ? <div className="grid min-h-dvh place-items-center">{bars}</div> : bars;
}
