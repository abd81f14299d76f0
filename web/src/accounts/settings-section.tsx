import { useId, type ReactNode } from 'react';

/** One subject of the settings: its name and reason beside its controls. */
export function SettingsSection({
  title,
  lead,
  children,
}: {
  title: ReactNode;
  lead: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-12 gap-y-4 border-t border-line py-8 md:grid-cols-[minmax(0,20rem)_minmax(0,28rem)] md:gap-x-20"
    >
      <div>
        <h2 id={id} className="text-heading">
          {title}
        </h2>
        <p className="mt-1 text-sm text-ink-soft">{lead}</p>
      </div>
      <div>{children}</div>
    </section>
  );
}
