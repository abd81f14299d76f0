import { useId, useState, type ReactNode } from 'react';

/**
 * A small button whose words appear on hover and on focus, stay while the pointer is on them, and go with Escape. They
 * stand below the nearest positioned element around it, which must be as wide as they may be.
 */
export function Tooltip({
  label,
  text,
  children,
  className = '',
}: {
  /** The button's name. */
  label: string;
  text: ReactNode;
  /** An icon. */
  children: ReactNode;
  className?: string;
}) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const show = () => setShown(true);
  const hide = () => setShown(false);
  return (
    <span onPointerEnter={show} onPointerLeave={hide} className="inline-flex shrink-0">
      <button
        type="button"
        aria-label={label}
        aria-describedby={id}
        onFocus={show}
        onBlur={hide}
        onKeyDown={({ key }) => (key === 'Escape' ? hide() : undefined)}
        className={`grid size-9 place-items-center rounded-sm ${className}`}
      >
        {children}
      </button>
      <span
        role="tooltip"
        id={id}
        hidden={!shown}
        className="absolute inset-s-0 top-full z-20 w-max max-w-full animate-[fade_150ms_ease-out] rounded-sm bg-raised px-3 py-2 text-sm text-ink shadow-float sm:max-w-sm [[hidden]]:hidden"
      >
        {text}
      </span>
    </span>
  );
}
