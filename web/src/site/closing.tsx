import type { ReactNode } from 'react';
import { buttonLook } from '../ui/button.tsx';
import { ArrowIcon } from '../ui/icons.tsx';

/** The last word of a page: one claim, one link, on saffron. */
export function Closing({
  title,
  href,
  children,
}: {
  title: ReactNode;
  href: string;
  children: ReactNode;
}) {
  return (
    <section className="bg-saffron text-[#0f1f18] print:hidden">
      <div className="page flex flex-wrap items-center justify-between gap-x-12 gap-y-6 py-12 sm:py-16">
        <h2 className="text-title max-w-[22ch]">{title}</h2>
        <a
          href={href}
          className={`${buttonLook('primary', 'large')} border-[#0f1f18]! bg-[#0f1f18]! text-[#fffdf8]! hover:bg-[#1d3a2d]! focus-visible:outline-[#0f1f18]`}
        >
          {children}
          <ArrowIcon />
        </a>
      </div>
    </section>
  );
}
