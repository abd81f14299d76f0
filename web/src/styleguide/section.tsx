import { useId, type ReactNode } from 'react';

/** A part of the styleguide with its name and its rule. */
export function Section({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0 border-t-2 border-ink pt-4">
      <h2 id={id} className="text-title">
        {title}
      </h2>
      {lead ? (
        <p className="mt-1 max-w-[60ch] text-ink-soft">
          <bdi lang="en">{lead}</bdi>
        </p>
      ) : null}
      <div className="mt-6">{children}</div>
    </section>
  );
}

/** One component with its name. */
export function Specimen({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0 border-t border-line py-6">
      <h3 className="eyebrow mb-3" lang="en" dir="ltr">
        {name}
      </h3>
      {children}
    </div>
  );
}
