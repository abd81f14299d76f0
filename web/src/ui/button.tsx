import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';

export type ButtonTone = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'medium' | 'small' | 'large';

const tones: Record<ButtonTone, string> = {
  primary:
    'bg-palm text-on-palm border-palm hover:bg-palm-strong hover:border-palm-strong pressed:bg-palm-strong',
  secondary: 'bg-transparent text-ink border-line-strong hover:bg-sunk hover:border-ink-soft',
  quiet: 'bg-transparent text-ink border-transparent hover:bg-sunk',
  danger: 'bg-transparent text-overdue border-overdue hover:bg-overdue-wash',
};

const sizes: Record<ButtonSize, string> = {
  small: 'min-h-9 px-3 text-sm',
  medium: 'min-h-11 px-4.5 text-base',
  large: 'min-h-13 px-6 text-lg',
};

/** The look of a button, for a link that must stay a link. */
export function buttonLook(tone: ButtonTone = 'primary', size: ButtonSize = 'medium'): string {
  return `inline-flex cursor-pointer items-center justify-center gap-2 rounded-sm border font-semibold no-underline transition-colors duration-150 select-none ${sizes[size]} ${tones[tone]}`;
}

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children'> {
  children: ReactNode;
  tone?: ButtonTone;
  size?: ButtonSize;
  className?: string;
}

/** `isPending` keeps it focusable, refuses presses and shows its three bars. */
export function Button({ tone, size, className = '', children, ...rest }: ButtonProps) {
  return (
    <AriaButton
      {...rest}
      className={`${buttonLook(tone, size)} disabled:cursor-not-allowed disabled:opacity-45 data-pending:cursor-progress ${className}`}
    >
      {({ isPending }) => (
        <>
          {isPending ? <Bars /> : null}
          {children}
        </>
      )}
    </AriaButton>
  );
}

function Bars() {
  return (
    <span aria-hidden="true" className="inline-flex items-end gap-0.5">
      {[0, 1, 2].map((bar) => (
        <span
          key={bar}
          className="h-3.5 w-1 origin-bottom animate-[payment_900ms_ease-in-out_infinite] bg-current"
          style={{ animationDelay: `${bar * 150}ms` }}
        />
      ))}
    </span>
  );
}

/** A square button that holds only an icon; its name is spoken and shown as a tooltip by the caller. */
export function IconButton({
  label,
  children,
  className = '',
  ...rest
}: Omit<ButtonProps, 'tone' | 'size'> & { label: string }) {
  return (
    <AriaButton
      {...rest}
      aria-label={label}
      className={`inline-grid size-11 shrink-0 cursor-pointer place-items-center rounded-sm text-ink-soft transition-colors duration-150 hover:bg-sunk hover:text-ink disabled:opacity-45 ${className}`}
    >
      {children}
    </AriaButton>
  );
}
