import type { ComponentProps } from 'react';
import { Link as RouterLink } from 'react-router';
import { buttonLook, type ButtonSize, type ButtonTone } from './button.tsx';

/** A link inside the application or, with `reloadDocument`, to a page of content. */
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
