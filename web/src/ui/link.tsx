import type { ComponentProps } from 'react';
import { Link as RouterLink } from 'react-router';
import { buttonLook, type ButtonSize, type ButtonTone } from './button.tsx';
import { BackIcon } from './icons.tsx';
import { usePublicPath } from './language-switch.tsx';

/** A link inside the application. */
export function Link({ className = 'text-link', ...rest }: ComponentProps<typeof RouterLink>) {
  return <RouterLink className={className} {...rest} />;
}

/** A link that looks like a button. */
export function ButtonLink({
  tone,
  size,
  className = '',
  ...rest
}: ComponentProps<typeof RouterLink> & { tone?: ButtonTone; size?: ButtonSize }) {
  return <RouterLink className={`${buttonLook(tone, size)} ${className}`} {...rest} />;
}

/** Back to what a screen belongs to: its list, its dashboard. */
export function BackLink({
  children,
  ...rest
}: Omit<ComponentProps<typeof RouterLink>, 'className'>) {
  return (
    <Link {...rest} className="text-link inline-flex min-h-9 items-center gap-2">
      <BackIcon />
      {children}
    </Link>
  );
}

/** A link to a page of content, given by its English path, in the reader's language. It loads a document. */
export function PublicLink({
  to,
  children,
  ...rest
}: { to: string } & Omit<ComponentProps<'a'>, 'href'>) {
  const path = usePublicPath();
  return (
    <a href={path(to)} {...rest}>
      {children}
    </a>
  );
}
