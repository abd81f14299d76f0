import type { ComponentProps, MouseEvent, ReactNode } from 'react';

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

/** Classes of a small quiet button of a header whose words make room for its icon on phones. */
export const iconOnPhones = 'max-sm:size-11 max-sm:shrink-0 max-sm:px-0 max-sm:text-ink-soft';

/** What a button that cannot be pressed looks like. */
export const disabledLook =
  'disabled:cursor-not-allowed disabled:opacity-45 data-pending:cursor-progress';

interface PressProps extends Omit<
  ComponentProps<'button'>,
  'children' | 'className' | 'disabled' | 'onClick' | 'style'
> {
  onPress?: () => void;
  /** What may be fetched before the press. */
  onHoverStart?: () => void;
  isDisabled?: boolean;
  isPending?: boolean;
}

interface ButtonProps extends PressProps {
  children: ReactNode;
  tone?: ButtonTone;
  size?: ButtonSize;
  className?: string;
}

/**
 * `isPending` keeps it focusable, refuses presses and shows its three bars. The browser's own button: every first view
 * has some. What opens by react-aria's means is opened by a TriggerButton (trigger-button.tsx).
 */
export function Button({ tone, size, className = '', children, ...rest }: ButtonProps) {
  return (
    <button
      {...pressProps(rest)}
      className={`${buttonLook(tone, size)} ${disabledLook} ${className}`}
    >
      {rest.isPending ? <Bars /> : null}
      {children}
    </button>
  );
}

function pressProps({
  type = 'button',
  onPress,
  onHoverStart,
  isDisabled,
  isPending,
  ...rest
}: PressProps): ComponentProps<'button'> {
  return {
    ...rest,
    // While it is pending, Enter in a field sends nothing either.
    type: isPending ? 'button' : type,
    disabled: isDisabled,
    'aria-disabled': isPending || undefined,
    ...(isPending && { 'data-pending': true }),
    onPointerEnter: onHoverStart,
    onClick: ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
      if (isPending) return;
      // Safari does not focus what is clicked: a dialog would not know where to give the focus back.
      currentTarget.focus({ preventScroll: true });
      onPress?.();
    },
  };
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
    <button
      {...pressProps(rest)}
      aria-label={label}
      className={`inline-grid size-11 shrink-0 cursor-pointer place-items-center rounded-sm text-ink-soft transition-colors duration-150 hover:bg-sunk hover:text-ink disabled:opacity-45 ${className}`}
    >
      {children}
    </button>
  );
}
