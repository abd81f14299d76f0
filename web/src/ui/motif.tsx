/**
 * The motif of the product: a campaign's poster on the wall today, unfolding into three payments along the line of time.
 * The geometry of the mark (ui/brand.tsx), drawn without words so that it can be mirrored; only the letter on the
 * poster turns back. `tone` says what it stands on.
 */
export function CampaignMotif({
  className = '',
  tone = 'paper',
}: {
  className?: string;
  tone?: 'paper' | 'forest';
}) {
  const look = tone === 'forest' ? onForest : onPaper;
  return (
    <svg
      viewBox="0 0 480 336"
      fill="none"
      aria-hidden="true"
      className={`rtl:-scale-x-100 ${className}`}
    >
      <Poster sheet={look.sheet} letter={look.letter} />
      {folds.map(({ x, turn, dot }, index) => (
        <g key={x}>
          <g transform={`translate(${x} ${turn > 0 ? 16 : 40}) skewY(${turn})`}>
            <path d="M0 0h92v232H0z" className={look.folds[index]} />
            <path d="M16 172h28M16 190h60M16 208h44" strokeWidth="6" className={look.print} />
          </g>
          <path d={`M${dot} 296v16`} strokeWidth="2" className={look.line} />
          <circle cx={dot} cy="304" r="9" className={look.dot} />
        </g>
      ))}
      <path d="M10 304h470" strokeWidth="2" className={look.line} />
      {folds.map(({ dot }) => (
        <circle key={dot} cx={dot} cy="304" r="9" className={look.dot} />
      ))}
      <path d="M0 294h20v20H0z" className="fill-saffron" />
    </svg>
  );
}

/** Each panel turns by the angle that lifts its far edge by 24 units. */
const angle = (Math.atan(24 / 92) * 180) / Math.PI;
const folds = [
  { x: 204, turn: angle, dot: 250 },
  { x: 296, turn: -angle, dot: 342 },
  { x: 388, turn: angle, dot: 434 },
] as const;

const onPaper = {
  sheet: 'fill-forest',
  letter: 'fill-saffron',
  folds: ['fill-palm', 'fill-leaf', 'fill-palm'],
  print: 'stroke-raised/70',
  line: 'stroke-ink',
  dot: 'fill-due',
};
const onForest = {
  sheet: 'fill-on-forest',
  letter: 'fill-saffron',
  folds: ['fill-leaf', 'fill-leaf-shade', 'fill-leaf'],
  print: 'stroke-forest/60',
  line: 'stroke-on-forest/60',
  dot: 'fill-on-forest',
};

/** The first sheet: the first letter of the name, cut by the edges as on a poster, and the printer's two lines. */
function Poster({ sheet, letter }: { sheet: string; letter: string }) {
  return (
    <>
      <path d="M0 16h204v232H0z" className={sheet} />
      <svg y="16" width="204" height="232" viewBox="0 0 204 232" overflow="hidden">
        <g className="origin-[102px_116px] rtl:-scale-x-100">
          <path
            transform="translate(14 141) scale(1.02)"
            className={letter}
            d="m84 76q-18 0-33-5-14-4-24-13-10-9-16-22-5-13-5-30 0-26 18-44 18-18 57-30l50-16v-1l-89-2v18h-28v-19q0-19 9-28 10-9 32-8l98 6v57l-56 15q-18 5-30 9-12 4-19 9-8 6-11 12-3 7-3 16v3q0 9 2 15 3 7 9 11 6 5 16 7 11 3 26 3 17 0 33-7 16-6 28-18l19 30q-16 15-37 23-22 9-46 9z"
          />
        </g>
      </svg>
    </>
  );
}
