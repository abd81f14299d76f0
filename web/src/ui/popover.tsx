import type { ReactNode } from 'react';
import { Dialog, DialogTrigger, Popover as AriaPopover } from 'react-aria-components';

/** A small window beside its trigger (a TriggerButton), opened by a press. */
export function Popover({
  trigger,
  label,
  children,
}: {
  trigger: ReactNode;
  /** The name of the window for those who hear it. */
  label: string;
  children: ReactNode;
}) {
  return (
    <DialogTrigger>
      {trigger}
      <AriaPopover className="max-w-sm min-w-56 rounded-md border border-line-strong bg-raised shadow-float entering:animate-[appear_150ms_ease-out]">
        <Dialog aria-label={label} className="p-4 outline-none">
          {children}
        </Dialog>
      </AriaPopover>
    </DialogTrigger>
  );
}
