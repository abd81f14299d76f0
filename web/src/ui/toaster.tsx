import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { toast as sonner, Toaster as Sonner } from 'sonner';
import { languageFacts } from '../i18n.ts';
import { AlertIcon, CheckIcon, InfoIcon } from './icons.tsx';
import { useLanguage } from './language-switch.tsx';

/** How long a toast stays, in milliseconds: what went wrong longer than good news. */
const duration = { success: 4000, other: 6000 };

/** What the screens say by toasts. */
export const toast = {
  /** `action`: a link to what came of it; then it stays longer. */
  success: (message: string, action?: ReactNode) =>
    sonner.success(message, { action, duration: action ? duration.other : duration.success }),
  error: sonner.error,
  info: sonner.info,
  dismiss: sonner.dismiss,
};

/**
 * The one place where toasts appear: at the end of the line and below the header on wide screens, clear of its badge and of a
 * dialog's title; on phones a narrow bar at the top, because a dialog's buttons stand below.
 */
export function Toaster() {
  const { t } = useLingui();
  const { direction } = languageFacts[useLanguage()];
  const side = direction === 'rtl' ? 'left' : 'right';
  return (
    <Sonner
      dir={direction}
      position={`top-${side}`}
      offset={{ top: '5.25rem', [side]: '1.5rem' }}
      mobileOffset={{ top: '0.5rem', left: '0.75rem', right: '0.75rem' }}
      closeButton
      containerAriaLabel={t`Notifications`}
      style={{ fontFamily: 'inherit' }}
      gap={10}
      icons={{
        success: <CheckIcon className="size-5 text-paid" />,
        error: <AlertIcon className="size-5 text-overdue" />,
        info: <InfoIcon className="size-5 text-due" />,
      }}
      toastOptions={{
        duration: duration.other,
        closeButtonAriaLabel: t`Close the message`,
        style: {
          background: 'var(--raised)',
          color: 'var(--ink)',
          border: '1px solid var(--line-strong)',
          borderRadius: '4px',
          boxShadow: 'none',
          fontFamily: 'inherit',
          fontSize: '0.9375rem',
          fontWeight: 500,
        },
      }}
    />
  );
}
