import { useId, type ReactNode } from 'react';
import { NavLink } from 'react-router';

/** A place of a frame: its address and its name. */
export interface Place {
  to: string;
  name: ReactNode;
  /** Drawn where there is room for it. */
  icon?: ReactNode;
  /** The address is its own alone: what lies below it is another place. */
  end?: boolean;
}

export interface PlaceSection {
  id: string;
  /** What its places have in common; the first places need no word. */
  title?: ReactNode;
  places: readonly Place[];
}

/** The places of a frame: the navigation beside the content on wide windows. */
export function Rail({
  label,
  sections,
  className = '',
}: {
  /** The navigation's name for those who hear the page. */
  label: string;
  sections: readonly PlaceSection[];
  className?: string;
}) {
  return (
    <nav aria-label={label} className={className}>
      {sections.map((section) => (
        <Places key={section.id} {...section} />
      ))}
    </nav>
  );
}

function Places({ title, places }: PlaceSection) {
  const id = useId();
  return (
    <div className={title ? '' : 'col-span-full'}>
      {title ? (
        <p id={id} className="eyebrow mb-1">
          {title}
        </p>
      ) : null}
      <ul aria-labelledby={title ? id : undefined}>
        {places.map(({ to, name, icon, end = false }) => (
          <li key={to}>
            <NavLink
              to={to}
              end={end}
              className="flex min-h-11 items-center gap-2.5 border-s-2 border-line ps-3 font-medium text-ink-soft no-underline hover:text-ink aria-[current=page]:border-palm aria-[current=page]:font-semibold aria-[current=page]:text-ink xl:min-h-8.5"
            >
              {icon}
              {name}
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
