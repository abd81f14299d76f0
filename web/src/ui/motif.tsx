/**
 * The motif of the product: a campaign now, then one, two, three payments along the line of time.
 * Drawn without words, so that it can be mirrored. `tone` says what it stands on.
 */
export function CampaignMotif({
  className = '',
  tone = 'paper',
}: {
  className?: string;
  tone?: 'paper' | 'forest';
}) {
  const [sheet, payment, line] =
    tone === 'forest'
      ? ['fill-on-forest', 'fill-leaf', 'stroke-on-forest/50']
      : ['fill-forest', 'fill-palm', 'stroke-ink'];
  return (
    <svg
      viewBox="0 0 480 320"
      fill="none"
      aria-hidden="true"
      className={`rtl:-scale-x-100 ${className}`}
    >
      <Poster sheet={sheet} />
      {[0, 1, 2].map((month) => (
        <g key={month} transform={`translate(${236 + month * 84} 0)`} opacity={1 - month * 0.2}>
          <path d="M0 195h60v85H0z" className={payment} />
          <path d="M12 213h20M12 225h36" strokeWidth="4" className="stroke-paper/80" />
        </g>
      ))}
      <path d="M0 296h480M266 288v16M350 288v16M434 288v16" strokeWidth="1.5" className={line} />
      <circle cx="6" cy="296" r="6" className="fill-saffron" />
    </svg>
  );
}

/** A poster with a sun over a dune, its upper corner folded: the campaign on the wall today. */
function Poster({ sheet }: { sheet: string }) {
  return (
    <>
      <path d="M0 24h162l34 34v222H0z" className={sheet} />
      <path d="M0 234l196-96v142H0z" className="fill-saffron" />
      <path d="M162 24l34 34h-34z" className="fill-leaf" />
      <circle cx="64" cy="94" r="38" className="fill-saffron" />
      <path d="M24 258h148M24 240h96" strokeWidth="6" className="stroke-[#0f1f18]" />
    </>
  );
}
