import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { CreditAssessment, CreditFactor } from '#api/credit.ts';
import { Disclosure } from '../ui/disclosure.tsx';
import { PlusIcon } from '../ui/icons.tsx';
import { IsoDate } from '../ui/iso-date.tsx';
import { Link } from '../ui/link.tsx';
import { WithAmounts } from '../ui/money.tsx';
import { useCreditWords } from './credit-words.ts';

/** Why the budget is what it is: in two sentences, and factor by factor on demand. */
export function CreditExplanation({ assessment }: { assessment: CreditAssessment }) {
  return (
    <>
      <AssessmentSummary assessment={assessment} />
      <AssessmentFactors assessment={assessment} />
    </>
  );
}

/** Grade, score, and the change that would add most. */
function AssessmentSummary({ assessment }: { assessment: CreditAssessment }) {
  const { grade, score, max_score, factors } = assessment;
  const gains = factors
    .map((factor) => factor.improvement)
    .filter((one) => one !== null)
    .sort((a, b) => b.points_gain - a.points_gain);
  return (
    <div className="border-t border-line pt-2">
      <h3 className="text-base font-semibold">
        <Trans>How it was set</Trans>
      </h3>
      <p className="mt-1">
        <Trans>
          Grade <bdi className="font-semibold">{grade}</bdi>, {score} of {max_score} points.
        </Trans>{' '}
        {gains[0] ? <BestGain improvement={gains[0]} /> : null}
      </p>
      <p className="mt-2 text-sm text-ink-soft">
        {assessment.is_preliminary ? (
          <Trans>
            Preliminary, from what you told us; analysed on <IsoDate date={assessment.created_at} />
            .
          </Trans>
        ) : (
          <Trans>
            Analysed on <IsoDate date={assessment.created_at} />.
          </Trans>
        )}
      </p>
    </div>
  );
}

/** Each factor with its points, its reason, and what would change it. */
function AssessmentFactors({ assessment }: { assessment: CreditAssessment }) {
  return (
    <Disclosure className="mt-2" summary={<Trans>What counted, and what would change it</Trans>}>
      <ol className="border-b border-line">
        {assessment.factors.map((factor) => (
          <Factor key={factor.factor} factor={factor} />
        ))}
      </ol>
    </Disclosure>
  );
}

type Improvement = NonNullable<CreditFactor['improvement']>;

function BestGain({ improvement }: { improvement: Improvement }) {
  const { improvementOf } = useCreditWords();
  const change = improvementOf(improvement);
  const gain = improvement.points_gain;
  return (
    <Trans>
      What would add most: <WithAmounts text={change} /> (
      <Plural value={gain} one="+# point" other="+# points" />
      ).
    </Trans>
  );
}

function Factor({ factor }: { factor: CreditFactor }) {
  const { t } = useLingui();
  const { nameOf, reasonOf } = useCreditWords();
  const { points, max_points, improvement } = factor;
  return (
    <li className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 border-t border-line py-3 sm:grid-cols-[11rem_1fr_auto]">
      <p className="font-semibold max-sm:row-start-1">{nameOf(factor)}</p>
      <div className="max-sm:col-span-2">
        <p className="text-ink-soft">
          <WithAmounts text={reasonOf(factor)} />
        </p>
        {improvement ? (
          <p className="mt-0.5 flex gap-1.5 text-sm">
            <PlusIcon className="mt-1 size-3.5 text-palm" />
            <span>
              <Change improvement={improvement} />{' '}
              <span className="font-semibold whitespace-nowrap text-palm">
                <Plural value={improvement.points_gain} one="+# point" other="+# points" />
              </span>
            </span>
          </p>
        ) : null}
      </div>
      <div className="text-end max-sm:col-start-2 max-sm:row-start-1">
        <p className="text-sm tabular-nums" aria-label={t`${points} of ${max_points} points`}>
          {/* A share reads from left to right in both languages. */}
          <bdi dir="ltr">
            <span className="font-semibold">{points}</span>
            <span className="text-ink-faint"> / {max_points}</span>
          </bdi>
        </p>
        <span aria-hidden="true" className="mt-1 block h-1 w-20 bg-line">
          <span
            className="block h-full bg-palm forced-colors:bg-[CanvasText]"
            style={{ inlineSize: `${(points / max_points) * 100}%` }}
          />
        </span>
      </div>
    </li>
  );
}

/** Changes of the profile lead there; repaying is done elsewhere. */
function Change({ improvement }: { improvement: Improvement }) {
  const { improvementOf } = useCreditWords();
  const words = <WithAmounts text={improvementOf(improvement)} />;
  if (improvement.code === 'more_paid_on_time' || improvement.code === 'overdue_paid') return words;
  return (
    <Link to="/profile/company" className="text-link">
      {words}
    </Link>
  );
}
