import type { ReactNode } from 'react';

interface Benefit {
  id: string;
  title: ReactNode;
  text: ReactNode;
  /** What it means in figures or facts, beside the text. */
  fact: ReactNode;
}

/** A ledger of benefits: a large name, the reason, the fact. */
export function Benefits({ title, benefits }: { title: ReactNode; benefits: readonly Benefit[] }) {
  return (
    <section className="border-t border-line bg-raised">
      <div className="page py-14 sm:py-20">
        <h2 className="eyebrow">{title}</h2>
        <ul className="mt-4">
          {benefits.map(({ id, title: name, text, fact }) => (
            <li
              key={id}
              className="grid gap-x-12 gap-y-3 border-t border-line py-8 first:border-ink sm:py-10 lg:grid-cols-[1.2fr_1.4fr_1fr]"
            >
              <h3 className="text-title">{name}</h3>
              <p className="max-w-[52ch] text-ink-soft sm:text-lg">{text}</p>
              <p className="border-s-2 border-saffron ps-4 font-medium lg:self-start">{fact}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
