import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, type ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { IconButton } from './button.tsx';
import { CrossIcon } from './icons.tsx';

interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  /** One sentence under the title. */
  lead?: ReactNode;
  children: ReactNode;
  /** Buttons at the foot, the main one last; they stay in view while the content scrolls. */
  actions?: ReactNode;
  width?: 'small' | 'medium' | 'large';
  /** `alertdialog` for confirmations of money and legal actions. */
  role?: 'dialog' | 'alertdialog';
  /** While something is being sent: Escape and the backdrop do not close it. */
  isBusy?: boolean;
}

const widths = { small: 'sm:max-w-md', medium: 'sm:max-w-xl', large: 'sm:max-w-4xl' };
/** A file that is read in a dialog needs the room of a large one. */
const withFile = 'sm:has-data-reader:max-w-4xl';

/** A modal window; a sheet from below on phones. Focus is held inside and given back on closing. */
export function Dialog({
  isOpen,
  onClose,
  title,
  lead,
  children,
  actions,
  width = 'medium',
  role = 'dialog',
  isBusy = false,
}: DialogProps) {
  const { t } = useLingui();
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => (open || isBusy ? undefined : onClose())}
      isDismissable={!isBusy && role === 'dialog'}
      isKeyboardDismissDisabled={isBusy}
      className="fixed inset-0 z-40 flex items-end justify-center bg-[rgb(6_18_12/0.55)] entering:animate-[fade_150ms_ease-out] sm:items-center sm:p-6"
    >
      <Modal
        className={`max-h-[94dvh] w-full overflow-hidden rounded-t-md border-t-4 border-saffron bg-raised shadow-float [--surface:var(--raised)] entering:animate-[appear_200ms_ease-out] sm:rounded-md ${widths[width]} ${withFile}`}
      >
        <AriaDialog role={role} className="flex max-h-[inherit] flex-col outline-none">
          <header className="flex items-start justify-between gap-4 px-5 pt-5 pb-4 sm:px-7">
            <div>
              <Heading slot="title" className="text-heading">
                {title}
              </Heading>
              {lead ? <p className="mt-1 text-ink-soft">{lead}</p> : null}
            </div>
            <IconButton
              label={t`Close`}
              onPress={onClose}
              isDisabled={isBusy}
              className="-me-3 -mt-2"
            >
              <CrossIcon className="size-5" />
            </IconButton>
          </header>
          <Content>{children}</Content>
          {actions ? (
            <footer className="flex flex-col-reverse gap-2.5 border-t border-line bg-paper px-5 py-4 sm:flex-row sm:justify-end sm:px-7">
              {actions}
            </footer>
          ) : null}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** What can be filled in. React Aria's hidden twins of its fields take no focus. */
const field =
  ':is(input:not([type=hidden], [type=file]), textarea, button[aria-haspopup=listbox]):enabled:not([tabindex="-1"])';

/** A person begins in the first field; where there is none, React Aria focuses the dialog. */
function Content({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.querySelector<HTMLElement>(field)?.focus(), []);
  return (
    <div ref={element} className="grow overflow-y-auto px-5 pb-6 sm:px-7">
      {children}
    </div>
  );
}
