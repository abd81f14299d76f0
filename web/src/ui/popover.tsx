import type { ReactNode } from 'react';
import {
  Dialog,
  DialogTrigger,
  OverlayArrow,
  Popover as AriaPopover,
  Tooltip as AriaTooltip,
  TooltipTrigger,
} from 'react-aria-components';

/** A small window beside its trigger (a Button of ui/button.tsx), opened by a press. */
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

/** Words that explain a control on hover and on focus; `children` is one Button of ui/button.tsx. */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactNode }) {
  return (
    <TooltipTrigger delay={300}>
      {children}
      <AriaTooltip
        offset={8}
        className="group max-w-xs rounded-sm bg-forest px-3 py-2 text-sm text-on-forest shadow-float entering:animate-[fade_150ms_ease-out]"
      >
        <OverlayArrow>
          <svg
            width={8}
            height={8}
            viewBox="0 0 8 8"
            aria-hidden="true"
            className="block fill-forest group-placement-bottom:rotate-180"
          >
            <path d="M0 0l4 4 4-4" />
          </svg>
        </OverlayArrow>
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
