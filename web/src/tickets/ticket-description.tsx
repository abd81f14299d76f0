import { Trans } from '@lingui/react/macro';
import { useState } from 'react';

/** About three lines on a phone; longer texts open on request. */
const SHORT_DESCRIPTION = 140;

/** What a company wrote about a ticket, in its own direction; the agency and the company read it alike. */
export function TicketDescription({ text, className = '' }: { text: string; className?: string }) {
  const [isOpen, setOpen] = useState(false);
  const isLong = text.length > SHORT_DESCRIPTION || text.split('\n').length > 3;
  return (
    <div className={`text-sm ${className}`}>
      <p
        dir="auto"
        className={`w-fit max-w-prose text-start whitespace-pre-line wrap-anywhere ${isLong && !isOpen ? 'line-clamp-3' : ''}`}
      >
        {text}
      </p>
      {isLong ? (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="text-link mt-1 min-h-6 cursor-pointer"
        >
          {isOpen ? <Trans>Show less</Trans> : <Trans>Show full text</Trans>}
        </button>
      ) : null}
    </div>
  );
}
