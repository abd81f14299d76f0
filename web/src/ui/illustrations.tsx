import type { ReactNode } from 'react';

/**
 * Drawings for screens with nothing to show, from the mark's own parts: a poster, its folds, the line of time with its
 * square "now". Never alone: words beside them say it.
 */
function Drawing({ children, className = '' }: { children: ReactNode; className?: string }) {
  return (
    <svg
      viewBox="0 0 160 120"
      fill="none"
      strokeWidth="2"
      aria-hidden="true"
      className={`h-auto w-full rtl:-scale-x-100 ${className}`}
    >
      {children}
    </svg>
  );
}

type DrawingProps = { className?: string };

/** A panel that turns away (`down`) or towards us, 24 wide; its near edge begins at y 16. */
function Fold({ x, down, className }: { x: number; down: boolean; className: string }) {
  const d = down ? 'm0 0 24 8v72L0 72z' : 'm0 8 24-8v72L0 80z';
  return <path d={d} transform={`translate(${x} 16)`} className={className} />;
}

function Now({ x }: { x: number }) {
  return <path d={`M${x} 103h10v10h-10z`} className="fill-saffron" />;
}

/** No connection, or something failed: the poster is torn between now and later. */
export function TornPoster({ className }: DrawingProps) {
  return (
    <Drawing className={className}>
      <path d="M16 16h40l-8 12 8 12-8 12 8 12-8 12 8 12H16z" className="fill-palm" />
      <path d="M26 68h14M26 77h16" strokeWidth="3" className="stroke-on-palm/70" />
      <g transform="translate(12 3) rotate(4 100 52)">
        <path d="M60 16h16v72H60l-8-12 8-12-8-12 8-12-8-12z" className="fill-palm" />
        <Fold x={76} down className="fill-leaf" />
        <Fold x={100} down={false} className="fill-leaf-shade" />
      </g>
      <path d="M16 108h36M72 108h76" className="stroke-ink" />
      <path d="m57 102 5 12" className="stroke-overdue" />
      <Now x={16} />
    </Drawing>
  );
}

/** Nothing at this address: the poster hangs from its last pin. */
export function NothingHere({ className }: DrawingProps) {
  return (
    <Drawing className={className}>
      <path d="M57 11h54v74H57z" strokeDasharray="6 4" className="stroke-line-strong" />
      <g transform="rotate(24 57 11)">
        <path d="M57 11h54v74H57z" className="fill-palm" />
        <circle cx="84" cy="42" r="15" className="fill-saffron" />
        <path d="M67 74h32" strokeWidth="3" className="stroke-on-palm/70" />
      </g>
      <path d="M54 8h6v6h-6zM108 8h6v6h-6zM108 82h6v6h-6z" className="fill-saffron" />
      <path d="M8 108h144" className="stroke-ink" />
    </Drawing>
  );
}
