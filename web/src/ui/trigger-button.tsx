import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import { buttonLook, disabledLook, type ButtonSize, type ButtonTone } from './button.tsx';

/** A button of the same look whose press react-aria gives to what stands round it: a popover, a choice of files. */
export function TriggerButton({
  tone,
  size,
  children,
  ...rest
}: Omit<AriaButtonProps, 'className' | 'style' | 'children'> & {
  children: ReactNode;
  tone?: ButtonTone;
  size?: ButtonSize;
}) {
  return (
    <AriaButton {...rest} className={`${buttonLook(tone, size)} ${disabledLook}`}>
      {children}
    </AriaButton>
  );
}
