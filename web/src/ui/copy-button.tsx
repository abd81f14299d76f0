import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { CopyIcon } from './icons.tsx';
import { toast } from './toaster.tsx';

/** Copies a text; says so, or that the browser did not let it. */
export function CopyButton({
  text,
  label,
  name,
}: {
  text: string;
  label: ReactNode;
  /** Spoken instead of a label that does not say what is copied; it begins with the label's words. */
  name?: string;
}) {
  const { t } = useLingui();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(t`Copied`);
    } catch {
      toast.error(t`The browser does not allow copying. Select the text instead.`);
    }
  };
  return (
    <Button tone="secondary" size="small" aria-label={name} onPress={() => void copy()}>
      <CopyIcon />
      {label}
    </Button>
  );
}
