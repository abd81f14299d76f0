import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { creditChanges } from '#domain/credit/changes.ts';
import { creditPolicyOf } from '#domain/credit/policy.ts';
import type { CreditAssessment, CreditFactor, CreditGradeLimit } from '#api/credit.ts';
import { Disclosure } from '../ui/disclosure.tsx';
import { PlusIcon } from '../ui/icons.tsx';
import { IsoDate } from '../ui/iso-date.tsx';
import { Link } from '../ui/link.tsx';
import { Money, WithAmounts } from '../ui/money.tsx';
import { useCreditWords } from './credit-words.ts';

/** Why the budget is what it is: in two sentences, and factor by factor on demand. */
export default function CreditExplanation({ assessment }: { assessment: CreditAssessment }) {
  return (
    <>
      <AssessmentSummary assessment={assessment} />
      <AssessmentChanges assessment={assessment} />
      <AssessmentFactors assessment={assessment} />
    </>
  );
}

/** Grade, points, and the change that would add most. */
function AssessmentSummary({ assessment }: { assessment: CreditAssessment }) {
  const { grade, score, max_score, factors, grade_limit, model_version } = assessment;
  const extra_percent = creditPolicyOf(model_version)?.proven_extra_percent;
  const gains = factors
    .map((factor) => factor.improvement)
    .filter((one) => one !== null)
    .sort((a, b) => b.points_gain - a.points_gain);
  return (
    <div className="border-t border-line pt-2">
      <h3 className="text-base font-semibold">
        <Trans>Budget assessment</Trans>
      </h3>
      <p className="mt-1">
        <Trans>
          Grade{' '}
          <bdi translate="no" className="font-semibold">
            {grade}
          </bdi>
          , {score} of {max_score} points.
        </Trans>{' '}
        {grade_limit ? (
          <GradeLimit limit={grade_limit} version={model_version} />
        ) : gains[0] ? (
          <BestGain improvement={gains[0]} />
        ) : null}
      </p>
      {assessment.proven_monthly_sar && extra_percent ? (
        <p className="mt-1">
          <Trans>
            Your bank’s statements prove <Money amount={assessment.proven_monthly_sar} /> of revenue
            a month: that adds {extra_percent}% more than revenue that is only typed.
          </Trans>
        </p>
      ) : null}
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

/** What is otherwise than in the analysis before, and why; nothing for the first one. */
export function AssessmentChanges({ assessment }: { assessment: CreditAssessment }) {
  const { nameOf, reasonOf } = useCreditWords();
  const { previous, factors } = assessment;
  if (!previous) return null;
  const { grade, budget, stop, factors: changed } = creditChanges(previous, assessment);
  if (!grade && !budget && !stop && changed.length === 0) return null;
  return (
    <div className="mt-2 text-sm">
      <h4 className="font-semibold">
        <Trans>
          What changed on <IsoDate date={assessment.created_at} />
        </Trans>
      </h4>
      <ul className="mt-1 grid gap-1">
        {grade ? <GradeChange {...grade} /> : null}
        {budget ? (
          <li>
            <Trans>
              The analysis finds <AmountOrNone amount={budget.after} />, before{' '}
              <AmountOrNone amount={budget.before} />.
            </Trans>
          </li>
        ) : null}
        {stop === 'began' ? (
          <li>
            <Trans>New requests are stopped until what is overdue is paid.</Trans>
          </li>
        ) : null}
        {stop === 'ended' ? (
          <li>
            <Trans>New requests are open again.</Trans>
          </li>
        ) : null}
        {factors.map((factor) => {
          const change = changed.find((one) => one.factor === factor.factor);
          if (!change) return null;
          const { before, after } = change;
          const name = nameOf(factor);
          return (
            <li key={factor.factor}>
              <Trans>
                {name}: {after} points, before {before}.
              </Trans>{' '}
              <WithAmounts text={reasonOf(factor)} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function GradeChange({ before, after }: { before: string; after: string }) {
  return (
    <li>
      <Trans>
        Grade {before} is now {after}.
      </Trans>
    </li>
  );
}

function AmountOrNone({ amount }: { amount: string | null }) {
  return amount === null ? <Trans>no budget</Trans> : <Money amount={amount} />;
}

/** Why the grade is below that of the points, and what the analysis finds once that has ended. */
export function GradeLimit({ limit, version }: { limit: CreditGradeLimit; version: string }) {
  const { reasonOf, improvementOf } = useCreditWords(version);
  const { grade, total_approval_budget } = limit.improvement;
  const change = improvementOf(limit.improvement);
  return (
    <>
      <WithAmounts text={reasonOf(limit)} />{' '}
      {total_approval_budget === null ? (
        <Trans>
          What would change it: <WithAmounts text={change} />. The grade is{' '}
          <bdi translate="no" className="font-semibold">
            {grade}
          </bdi>{' '}
          then.
        </Trans>
      ) : (
        <Trans>
          What would change it: <WithAmounts text={change} />. The grade is{' '}
          <bdi translate="no" className="font-semibold">
            {grade}
          </bdi>{' '}
          then, and the analysis finds <Money amount={total_approval_budget} />.
        </Trans>
      )}
    </>
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
          <bdi translate="no" dir="ltr">
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
