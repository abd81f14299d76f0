import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { IsoDate } from '../ui/iso-date.tsx';

export interface LegalSection {
  id: string;
  title: string;
  body: ReactNode;
}

/** A text to be read and cited: its contents beside it, its sections numbered and linked. */
export function LegalPage({
  title,
  lead,
  updated,
  sections,
}: {
  title: ReactNode;
  lead: ReactNode;
  /** The day this version was published. */
  updated: string;
  sections: readonly LegalSection[];
}) {
  return (
    <div className="page py-14 sm:py-20">
      <header className="max-w-3xl">
        <h1 className="text-title sm:text-display">{title}</h1>
        <p className="mt-5 text-lg text-ink-soft">{lead}</p>
        <p className="eyebrow mt-4">
          <Trans>
            In force since <IsoDate date={updated} length="long" />
          </Trans>
        </p>
      </header>
      <div className="mt-12 grid gap-x-16 gap-y-10 lg:grid-cols-[1fr_2.4fr]">
        <nav aria-labelledby="contents" className="print:hidden lg:sticky lg:top-24 lg:self-start">
          <h2 id="contents" className="eyebrow">
            <Trans>Contents</Trans>
          </h2>
          <ol className="mt-2 border-t border-ink">
            {sections.map(({ id, title: name }, index) => (
              <li key={id} className="border-b border-line">
                <a
                  href={`#${id}`}
                  className="flex min-h-10 items-center gap-3 text-sm hover:text-palm hover:underline"
                >
                  <span className="w-5 text-ink-faint tabular-nums">{index + 1}</span>
                  {name}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="max-w-[66ch]">
          {sections.map(({ id, title: name, body }, index) => (
            <section
              key={id}
              id={id}
              aria-labelledby={`${id}-title`}
              className="border-t border-line py-8 first:border-ink first:pt-6"
            >
              <h2 id={`${id}-title`} className="text-heading flex gap-3">
                <span className="text-palm tabular-nums">{index + 1}.</span>
                {name}
              </h2>
              <div className="mt-3 grid gap-3 text-ink-soft [&_strong]:font-semibold [&_strong]:text-ink [&_ul]:grid [&_ul]:list-disc [&_ul]:gap-1.5 [&_ul]:ps-5 [&_ul]:marker:text-palm">
                {body}
              </div>
            </section>
          ))}
        </div>
      </div>
    </div>
  );
}

/**
 * An address to write to, left-to-right in every language. In the device's own font on an Arabic page, which need not
 * fetch Latin letters for it.
 */
export function MailLink({ address }: { address: string }) {
  return (
    <a href={`mailto:${address}`} className="text-link">
      <bdi translate="no" dir="ltr" className="rtl:font-device">
        {address}
      </bdi>
    </a>
  );
}
