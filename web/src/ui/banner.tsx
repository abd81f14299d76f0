import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { CrossIcon } from './icons.tsx';

const tones = {
  now: 'border-saffron bg-saffron-wash',
  bad: 'border-overdue bg-overdue-wash',
  calm: 'border-palm bg-palm-wash',
};

/** A notice across the page; dismissible when `onDismiss` is given (remembering it is the caller's part). */
export function Banner({
  tone = 'now',
  children,
  action,
  onDismiss,
}: {
  tone?: keyof typeof tones;
  children: ReactNode;
  action?: ReactNode;
  onDismiss?: () => void;
}) {
  const { t } = useLingui();
  return (
    <div
      className={`flex items-start gap-3 border-s-4 py-3 ps-4 ${onDismiss ? 'pe-2' : 'pe-4'} ${tones[tone]}`}
    >
      <div className="flex grow flex-wrap items-center gap-x-6 gap-y-2 py-1">
        <div className="min-w-60 flex-1">{children}</div>
        {action}
      </div>
      {onDismiss ? (
        <IconButton label={t`Dismiss`} onPress={onDismiss} className="-my-1">
          <CrossIcon className="size-4.5" />
        </IconButton>
      ) : null}
    </div>
  );
}
