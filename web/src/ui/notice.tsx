import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { AlertIcon, CheckIcon, CrossIcon, InfoIcon } from './icons.tsx';

type NoticeTone = 'info' | 'good' | 'warn' | 'danger';

const tones = {
  info: { look: 'border-due bg-due-wash', ink: 'text-due', icon: InfoIcon },
  good: { look: 'border-palm bg-palm-wash', ink: 'text-palm', icon: CheckIcon },
  warn: { look: 'border-saffron bg-saffron-wash', ink: 'text-saffron-ink', icon: InfoIcon },
  danger: { look: 'border-overdue bg-overdue-wash', ink: 'text-overdue', icon: AlertIcon },
};

/**
 * Something to know before going on, with at most one thing to do about it. `title` is one bold line, the children say
 * the rest; dismissible when `onDismiss` is given (remembering it is the caller's part).
 */
export function Notice({
  tone = 'warn',
  title,
  children,
  action,
  icon = true,
  onDismiss,
}: {
  tone?: NoticeTone;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** `false` where the children bring a mark of their own. */
  icon?: boolean;
  onDismiss?: () => void;
}) {
  const { t } = useLingui();
  const { look, ink, icon: Icon } = tones[tone];
  return (
    <div
      className={`flex items-start gap-3 border-s-4 py-3 ps-4 ${onDismiss ? 'pe-2' : 'pe-4'} ${look}`}
    >
      {icon ? <Icon className={`mt-1.5 size-5 ${ink}`} /> : null}
      <div className="flex min-w-0 grow flex-wrap items-center gap-x-6 gap-y-2 py-1">
        <div className="min-w-0 flex-[1_1_14rem]">
          {title ? <p className="font-semibold">{title}</p> : null}
          {children}
        </div>
        {action ? <div className="sm:-my-1.5">{action}</div> : null}
      </div>
      {onDismiss ? (
        <IconButton label={t`Dismiss`} onPress={onDismiss} className="-my-1.5 print:hidden">
          <CrossIcon className="size-4.5" />
        </IconButton>
      ) : null}
    </div>
  );
}
