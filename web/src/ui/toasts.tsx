import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, type FocusEvent, type KeyboardEvent } from 'react';
import { toast as sonner, Toaster as Sonner } from 'sonner';
import { languageFacts } from '../i18n.ts';
import { AlertIcon, CheckIcon, InfoIcon } from './icons.tsx';
import { useLanguage } from './language-switch.tsx';
import { toastDuration } from './toaster.tsx';

export { sonner };

/**
 * sonner gives the focus back to where it came from whenever it leaves the toasts. That is right where a toast closes;
 * who goes on by Tab would come to the same toast again and again, and goes on instead.
 */
function useTabLeadsOn() {
  const isTab = useRef(false);
  return {
    onKeyDownCapture: ({ key }: KeyboardEvent) => {
      isTab.current = key === 'Tab';
    },
    // After sonner, whose list stands inside.
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!isTab.current || currentTarget.contains(relatedTarget)) return;
      isTab.current = false;
      if (relatedTarget instanceof HTMLElement) relatedTarget.focus();
      // Past the end of the page, into the browser's own.
      else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    },
  };
}

/**
 * The one place where toasts appear: at the end of the line and below the header on wide screens, clear of its badge and of a
 * dialog's title; on phones a narrow bar at the top, because a dialog's buttons stand below.
 */
export function Toasts({ onReady }: { onReady: () => void }) {
  // After the effects of what stands inside: from here on nothing said is lost.
  useEffect(onReady, [onReady]);
  const { t } = useLingui();
  const { direction } = languageFacts[useLanguage()];
  const side = direction === 'rtl' ? 'left' : 'right';
  const tabLeadsOn = useTabLeadsOn();
  return (
    <div className="contents" {...tabLeadsOn}>
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
          duration: toastDuration.other,
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
    </div>
  );
}
