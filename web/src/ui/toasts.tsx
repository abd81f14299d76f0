import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, type FocusEvent, type KeyboardEvent } from 'react';
import { toast, Toaster as Sonner, type ExternalToast } from 'sonner';
import { languageFacts } from '../i18n.ts';
import { ErrorReference, referenceOf } from './error-reference.tsx';
import { AlertIcon, CheckIcon, InfoIcon } from './icons.tsx';
import { useLanguage } from './language-switch.tsx';
import { endOfToast, placeToasts } from './toast-place.ts';
import { toastDuration } from './toaster.tsx';

/** Milliseconds for which a toast with a reference stays: long enough to copy it. */
const TO_COPY_MS = 60_000;

/** What toaster.tsx shows toasts by. Further lines and the reference of an unexpected error stand below its sentence. */
export const sonner = {
  success: toast.success,
  info: toast.info,
  dismiss: toast.dismiss,
  error: (message: string, { cause, ...options }: ExternalToast & { cause?: unknown }) => {
    const [sentence, ...further] = message.split('\n');
    const hasReference = referenceOf(cause) !== undefined;
    const description = (
      <>
        {further.map((line) => (
          <p key={line}>{line}</p>
        ))}
        <ErrorReference of={cause} />
      </>
    );
    toast.error(sentence, {
      ...options,
      ...((hasReference || further.length > 0) && { description }),
      ...(hasReference && { duration: TO_COPY_MS }),
    });
  },
};

/** Where a toast that is shown now appears. */
export function position() {
  placeToasts();
  return `${endOfToast()}-${document.documentElement.dir === 'rtl' ? 'left' : 'right'}` as const;
}

/**
 * sonner returns the focus to the element that had it before, whenever the focus leaves the toasts. That is right when a toast
 * closes. After Tab it would lead to the same toast again and again, so the focus goes to the next element instead.
 */
function useTabPastToasts() {
  const isTab = useRef(false);
  return {
    onKeyDownCapture: ({ key }: KeyboardEvent) => {
      isTab.current = key === 'Tab';
    },
    // Runs after the handler of sonner, whose list is inside.
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
 * Where toasts appear (toast-place.ts): below the header, at the end of the line on wide screens and as a narrow bar on
 * phones, because a dialog's buttons stand below; at the foot where they would cover the control that was used.
 */
export function Toasts({ onReady }: { onReady: () => void }) {
  // Runs after the effects of the children: no toast is lost from here on.
  useEffect(onReady, [onReady]);
  useEffect(() => {
    const left = new AbortController();
    const options = { passive: true, signal: left.signal };
    for (const event of ['scroll', 'resize']) addEventListener(event, placeToasts, options);
    return () => left.abort();
  }, []);
  const { t } = useLingui();
  const { direction } = languageFacts[useLanguage()];
  const side = direction === 'rtl' ? 'left' : 'right';
  const tabPastToasts = useTabPastToasts();
  return (
    <div className="contents" {...tabPastToasts}>
      <Sonner
        dir={direction}
        position={`top-${side}`}
        offset={{ top: 'var(--toast-top)', bottom: 'var(--toast-bottom)', [side]: '1.5rem' }}
        mobileOffset={{
          top: 'var(--toast-top)',
          bottom: 'var(--toast-bottom)',
          left: '0.75rem',
          right: '0.75rem',
        }}
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
