/** The mark: a campaign's poster, and the three payments it unfolds into. One colour, any size. */
export function Mark({ className = 'size-6' }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      fill="currentColor"
      aria-hidden="true"
      className={`shrink-0 rtl:-scale-x-100 ${className}`}
    >
      <path d="M0 0h7v16H0zM8 8h2v8H8zm3 0h2v8h-2zm3 0h2v8h-2z" />
    </svg>
  );
}

/** The name, in both scripts. */
export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-2.5 text-palm">
      <Mark className="size-5.5" />
      <span className="flex items-baseline gap-2 text-ink">
        <span lang="en" className="text-xl font-bold tracking-[-0.03em]">
          Hamla
        </span>
        <span lang="ar" dir="rtl" className="text-base leading-none font-medium text-ink-soft">
          حملة
        </span>
      </span>
    </span>
  );
}
