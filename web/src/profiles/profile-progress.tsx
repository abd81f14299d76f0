import { Trans } from '@lingui/react/macro';
import { CheckIcon } from '../ui/icons.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';

/** The share of the profile that is filled, in percent, as a line of words once it is full; what is missing stands in the set-up checklist. */
export function ProfileProgress({ percent }: { percent: number }) {
  if (percent >= 100) {
    return (
      <p className="flex items-center gap-2 text-sm whitespace-nowrap text-ink-soft max-sm:justify-end">
        <CheckIcon className="size-4.5 text-palm" />
        <Trans>Profile complete</Trans>
      </p>
    );
  }
  return (
    <ProgressBar
      label={
        <>
          <span className="sm:hidden">
            <Trans>Profile</Trans>
          </span>
          <span className="max-sm:hidden">
            <Trans>Profile completion</Trans>
          </span>
        </>
      }
      value={percent}
    />
  );
}
