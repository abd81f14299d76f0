import { Trans, useLingui } from '@lingui/react/macro';
import { useId, type ReactNode } from 'react';
import { NavLink } from 'react-router';
import { MoreIcon } from './icons.tsx';
import { PopoverLink } from './popover-link.tsx';
import type { Place } from './rail.tsx';

/** What a tab, or the action among the tabs, looks like. */
export const tabLook =
  'flex min-h-14 w-full flex-col items-center justify-center gap-1 px-0.5 text-[0.75rem] leading-tight font-medium text-ink-soft no-underline aria-[current=page]:font-semibold aria-[current=page]:text-palm';

/**
 * The places of a frame at the foot of narrow windows: the first ones as tabs, the main action in their middle, the
 * others behind More.
 */
export function TabBar({
  label,
  tabs,
  action,
  more,
}: {
  /** The navigation's name for those who hear the page. */
  label: string;
  /** Three, of which two stand before the action. */
  tabs: readonly Place[];
  /** The main action; null: there is none now. */
  action: ReactNode;
  more: readonly Place[];
}) {
  return (
    <nav
      data-tab-bar
      aria-label={label}
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line-strong bg-raised pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)] xl:hidden print:hidden"
    >
      <ul className="mx-auto grid max-w-xl auto-cols-fr grid-flow-col items-center py-1">
        {tabs.slice(0, 2).map((place) => (
          <Tab key={place.to} place={place} />
        ))}
        {action ? <li>{action}</li> : null}
        {tabs.slice(2).map((place) => (
          <Tab key={place.to} place={place} />
        ))}
        <li>
          <More places={more} />
        </li>
      </ul>
    </nav>
  );
}

function Tab({ place: { to, name, icon, end = false } }: { place: Place }) {
  return (
    <li>
      <NavLink to={to} end={end} className={tabLook}>
        {icon}
        {name}
      </NavLink>
    </li>
  );
}

/** The browser's own popover: it closes by Escape and by a press beside it, without a script of ours. */
function More({ places }: { places: readonly Place[] }) {
  const { t } = useLingui();
  const id = useId();
  return (
    <>
      <button type="button" popoverTarget={id} className={`${tabLook} cursor-pointer`}>
        <MoreIcon className="size-5" />
        <Trans>More</Trans>
      </button>
      <div
        id={id}
        popover="auto"
        className="fixed inset-x-0 top-auto bottom-(--tab-bar) m-0 w-full max-w-none border-t border-line-strong bg-raised text-ink shadow-float"
      >
        <ul aria-label={t`More places`} className="page py-2">
          {places.map(({ to, name, icon }) => (
            <li key={to} className="border-b border-line last:border-0">
              <PopoverLink to={to} icon={icon}>
                {name}
              </PopoverLink>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
