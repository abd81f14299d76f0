import { Trans } from '@lingui/react/macro';

/** The mark: a poster that unfolds into three payments. One colour, sharp at 16 px, mirrored with the reading. */
export function Mark({ className = 'size-6' }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      fill="currentColor"
      aria-hidden="true"
      className={`shrink-0 rtl:-scale-x-100 ${className}`}
    >
      <path d="M0 0h7v16H0zM8 0l2 2v14l-2-2zm3 2 2-2v14l-2 2zm3-2 2 2v14l-2-2z" />
    </svg>
  );
}

/**
 * The name in both scripts, that of the reader first. Drawn as outlines of Plex, 700, in quarters of its units: no font
 * is fetched for it, and it never changes its shape.
 */
export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-2.5 text-palm">
      <Mark className="size-5.5" />
      <span aria-hidden="true" className="flex items-center gap-2.5">
        <Latin className="h-5.5 text-ink rtl:order-last rtl:h-4.5 rtl:text-ink-faint rtl:max-[22rem]:hidden" />
        <Arabic className="h-6.5 text-ink ltr:h-5 ltr:text-ink-faint ltr:max-[22rem]:hidden" />
      </span>
      <span className="sr-only">
        <Trans>Hamla</Trans>
      </span>
    </span>
  );
}

function Latin({ className }: { className: string }) {
  return (
    <svg viewBox="16 -188 718 194" fill="currentColor" className={`w-auto ${className}`}>
      <path d="m124 0v-71h-67v71h-38v-174h38v69h67v-69h38v174zm186 0h-21q-7 0-13-3-5-4-9-10-3-7-3-16v-3l8 9h-9q-3 13-14 19-10 7-25 7-20 0-30-11-11-10-11-27 0-14 7-23 7-9 20-14 12-4 30-4h20v-8q0-10-5-16-5-5-16-5-11 0-18 5-6 4-11 10l-22-19q8-12 21-19 12-6 32-6 28 0 42 12 14 13 14 36v57h13zm-50-55h-18q-10 0-16 4-5 3-5 11v3q0 7 4 11 5 3 13 3 6 0 11-1 5-2 8-6 3-4 3-10zm105 55h-37v-131h37v22h2q3-10 12-18 8-7 23-7 13 0 23 7 9 6 14 19 4-11 15-18 10-8 25-8 19 0 29 13 11 14 11 39v82h-37v-79q0-13-5-19-4-6-13-6-6 0-11 2-5 2-8 6-3 5-3 11v85h-37v-79q0-13-5-19-4-6-13-6-5 0-10 2-5 2-9 6-3 5-3 11zm234 0h-17q-19 0-28-9-9-9-9-27v-149h37v156h17zm133 0h-20q-7 0-13-3-6-4-9-10-4-7-4-16v-3l8 9h-9q-3 13-13 19-10 7-25 7-20 0-30-11-11-10-11-27 0-14 7-23 7-9 19-14 13-4 30-4h21v-8q0-10-5-16-5-5-17-5-11 0-17 5-7 4-11 10l-22-19q8-12 20-19 13-6 33-6 28 0 42 12 14 13 14 36v57h12zm-49-55h-18q-11 0-16 4-6 3-6 11v3q0 7 5 11 4 3 13 3 6 0 11-1 5-2 8-6 3-4 3-10z" />
    </svg>
  );
}

function Arabic({ className }: { className: string }) {
  return (
    <svg viewBox="8 -190 522 200" fill="currentColor" className={`w-auto ${className}`}>
      <path d="m125 0q-23 0-33-11-11-11-11-30v-1h-1q-2 9-5 15-2 6-6 9-4 4-10 5-5 2-13 2-18 0-27-10-9-9-9-27 0-20 11-33 12-13 31-22l28-14v-14h30v80q0 8 3 11 4 3 12 3h8v30zm-71-48q15 0 20-3 6-3 6-10v-30l-18 9q-7 3-12 5-5 3-8 5-4 3-5 6-2 3-2 6 0 6 4 9 4 3 15 3zm39-103q-7 0-11-4-4-4-4-13 0-9 4-13 4-4 11-4h5q6 0 10 4 5 4 5 13 0 9-5 13-4 4-10 4zm-40 0q-6 0-10-4-4-4-4-13 0-9 4-13 4-4 10-4h5q7 0 11 4 4 4 4 13 0 9-4 13-4 4-11 4zm72 121l8-7h6q20 0 20-18v-130h30v130q0 18 17 18h9v30l-7 7q-21 0-32-8-10-8-14-26h-1q-4 18-12 26-8 8-24 8zm83 0l7-7h22q0-2 0-3 0-2 0-3 0-31 35-51l16-9h33l19 53q3 8 7 10 4 3 13 3h7v30l-7 7q-17 0-26-5-10-5-16-16h-2v21h-31q-19 0-30-7-11-8-15-19h-2q-7 26-30 26zm51-17q0 6 5 8 4 2 10 2h37l-13-33-23 9q-8 3-12 6-4 4-4 8zm101 17l7-7h17q14 0 25-1 12 0 22-2 10-1 19-4 10-3 20-8l10-5v-1l-40-9-38-9v19h-29v-19q0-18 8-26 7-9 23-9 2 0 4 1 2 0 5 0 3 1 7 2 4 1 10 2l48 13q10 3 22 4 11 2 23 2h5v37h-20l-23 16q-17 11-30 18-13 7-25 10-12 4-23 5-11 1-23 1h-24z" />
    </svg>
  );
}
