import type { RefObject } from 'react';
import { Dialog, Popover } from 'react-aria-components';
import { DayDetails } from './day-details.tsx';
import type { InstallmentDay, TicketLinkTo } from './installments-view.ts';

/** The window beside a dot, with its day; it loads when a dot is first about to be pressed. */
export default function DayPopover({
  day,
  label,
  trigger,
  onClose,
  ticketLink,
}: {
  day: InstallmentDay;
  label: string;
  trigger: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
  ticketLink: TicketLinkTo;
}) {
  return (
    <Popover
      triggerRef={trigger}
      isOpen
      onOpenChange={(open) => (open ? undefined : onClose())}
      className="max-w-sm min-w-60 rounded-md border border-line-strong bg-raised shadow-float entering:animate-[appear_150ms_ease-out]"
    >
      <Dialog aria-label={label} className="p-4 outline-none">
        <DayDetails day={day} ticketLink={ticketLink} />
      </Dialog>
    </Popover>
  );
}
