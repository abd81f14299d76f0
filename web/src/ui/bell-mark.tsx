import { useLingui } from '@lingui/react/macro';
import { BellIcon } from './icons.tsx';

/** More unread notifications than this are counted no further. */
const MOST = 99;

/** The bell of the notifications with the number of unread ones. */
export function BellMark({ unread }: { unread: number }) {
  return (
    <span aria-hidden="true" className="relative">
      <BellIcon className="size-5" />
      {unread > 0 ? (
        <span
          dir="ltr"
          className="absolute -end-2.5 -top-2.5 min-w-4.5 rounded-full bg-palm px-1 text-center text-[0.6875rem] leading-4.5 font-semibold text-on-palm tabular-nums forced-colors:border"
        >
          {unread > MOST ? `${MOST}+` : unread}
        </span>
      ) : null}
    </span>
  );
}

/** The bell's name for those who hear the page. */
export function useBellName(unread: number): string {
  const { t } = useLingui();
  if (unread === 0) return t`Notifications`;
  if (unread > MOST) return t`Notifications, more than ${MOST} unread`;
  return t`Notifications, ${unread} unread`;
}
