import type { Key, ReactNode } from 'react';

interface Description {
  id: Key;
  label: ReactNode;
  value: ReactNode;
  /** Takes the whole width: a description, an address. */
  wide?: boolean;
}

/** What is known of one thing: on wide screens a grid of columns, on phones lines of label and value. */
export function DescriptionList({
  facts,
  className = '',
}: {
  facts: readonly Description[];
  className?: string;
}) {
  return (
    <dl
      className={`grid gap-x-8 border-t border-line sm:grid-cols-2 sm:gap-y-5 sm:pt-5 ${facts.length === 4 ? 'lg:grid-cols-4' : 'lg:grid-cols-3'} ${className}`}
    >
      {facts.map(({ id, label, value, wide }) => (
        <div
          key={id}
          className={`min-w-0 max-sm:border-b max-sm:border-line max-sm:py-3 ${
            wide
              ? 'sm:col-span-full'
              : 'max-sm:flex max-sm:items-baseline max-sm:justify-between max-sm:gap-6'
          }`}
        >
          <dt className="eyebrow max-sm:max-w-[55%] max-sm:shrink-0">{label}</dt>
          <dd
            className={`min-w-0 wrap-anywhere ${wide ? '' : 'font-semibold max-sm:text-end'} sm:mt-0.5`}
          >
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
