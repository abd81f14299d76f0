import { Trans } from '@lingui/react/macro';
import { Link } from '../ui/link.tsx';

/** The steps of the wizard; earlier steps are links. On phones only the current step has a label. */
export function WizardSteps({ titles, step }: { titles: readonly string[]; step: number }) {
  return (
    <ol className="grid grid-cols-2 gap-3 lg:sticky lg:top-8 lg:grid-cols-1 lg:gap-0">
      {titles.map((title, index) => {
        const number = index + 1;
        const state = number === step ? 'now' : number < step ? 'done' : 'next';
        const look = {
          now: 'border-saffron text-ink',
          done: 'border-palm text-ink-soft',
          next: 'border-line text-ink-faint',
        }[state];
        return (
          <li
            key={title}
            aria-current={state === 'now' ? 'step' : undefined}
            className={`border-t-4 pt-2 lg:border-s-4 lg:border-t-0 lg:py-3 lg:ps-5 ${look}`}
          >
            <span className="eyebrow block">
              <Trans>
                Step {number} of {titles.length}
              </Trans>
            </span>
            {state === 'done' ? (
              <Link to="?" className="font-semibold text-palm hover:underline">
                {title}
              </Link>
            ) : (
              <span className="font-semibold">{title}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
