import { useEffect, useRef, useState } from 'react';
import { BellMark, useBellName } from '../ui/bell-mark.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Link } from '../ui/link.tsx';
import { runWhenIdle } from '../ui/run-when-idle.ts';
import { useListAddress, useNotifications } from './notifications-query.ts';
import { notificationTexts } from './texts.ts';

const BellPopover = lazyPart(() => import('./bell-popover.tsx'), { texts: notificationTexts });

const look =
  'size-11 cursor-pointer place-items-center rounded-sm text-ink-soft hover:bg-sunk hover:text-ink';

/**
 * The bell in the header of every frame. On a wide screen it opens the newest notifications, on a phone it leads to their page.
 * Its number comes after the first view.
 */
export function Bell() {
  const [isAsked, setAsked] = useState(false);
  useEffect(() => runWhenIdle(() => setAsked(true), 'short'), []);
  const { data } = useNotifications({ isEnabled: isAsked });
  const unread = data?.pages[0]?.unread_count ?? 0;
  const name = useBellName(unread);
  const address = useListAddress();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Link to={address} aria-label={name} className={`grid sm:hidden ${look}`}>
        <BellMark unread={unread} />
      </Link>
      <button
        ref={button}
        type="button"
        aria-label={name}
        title={name}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
        onPointerEnter={BellPopover.preload}
        onFocus={BellPopover.preload}
        className={`hidden sm:grid ${look}`}
      >
        <BellMark unread={unread} />
      </button>
      {isOpen ? <BellPopover trigger={button} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
