import { Trans } from '@lingui/react/macro';
import { ProgressBar } from '../ui/progress-bar.tsx';

/** The share of the profile that is filled, in percent; what is missing stands in the set-up checklist. */
export function ProfileProgress({ percent }: { percent: number }) {
  return <ProgressBar label={<Trans>Profile completion</Trans>} value={percent} />;
}
