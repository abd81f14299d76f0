import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Wordmark } from './brand.tsx';

/** While it is drawn, this and nothing else of the page is printed; on the screen it is not to be seen. */
export function PrintSheet({
  title,
  lead,
  children,
}: {
  title: ReactNode;
  /** Whose it is and of which day. */
  lead?: ReactNode;
  children: ReactNode;
}) {
  return createPortal(
    <div data-print-sheet className="hidden print:block">
      <Wordmark />
      <h1 className="mt-8 text-title">{title}</h1>
      {lead ? <p className="mt-1 mb-6 text-ink-soft">{lead}</p> : null}
      {children}
    </div>,
    document.body,
  );
}
