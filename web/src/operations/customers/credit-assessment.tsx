import { Trans, useLingui } from '@lingui/react/macro';
import { listLimits } from '#api/list-limits.ts';
import type { CreditAssessment, CreditFactor } from '#api/credit.ts';
import type { CreditBureau } from '#api/credit-bureau.ts';
import type { CompanyAssessment } from '#api/operations-companies.ts';
import { AssessmentChanges, GradeLimit } from '../../credit/assessment-details.tsx';
import { BureauScore } from '../../credit/bureau-score.tsx';
import { useCreditWords } from '../../credit/credit-words.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { IsoDate } from '../../ui/iso-date.tsx';
import { Money, WithAmounts } from '../../ui/money.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { CutShort } from '../kit/cut-short.tsx';
import { MoneyOrNone } from './companies.tsx';

/** The newest analysis: its grade and budget, and the factors, whose points add up. */
export function Assessment({
  assessment,
  bureau,
}: {
  assessment: CreditAssessment;
  bureau: CreditBureau | null;
}) {
  const { t } = useLingui();
  const { grade, score, max_score, total_approval_budget, factors, grade_limit } = assessment;
  const { proven_monthly_sar } = assessment;
  return (
    <div className="grid gap-6">
      <DescriptionList
        className="border-t-0 sm:pt-0"
        facts={[
          { id: 'grade', label: <Trans>Grade</Trans>, value: <bdi translate="no">{grade}</bdi> },
          ...(grade_limit
            ? [
                {
                  id: 'limit',
                  label: <Trans>Limit of the grade</Trans>,
                  value: <GradeLimit limit={grade_limit} version={assessment.model_version} />,
                },
              ]
            : []),
          { id: 'points', label: <Trans>Points</Trans>, value: <Points of={[score, max_score]} /> },
          {
            id: 'budget',
            label: <Trans>Budget found</Trans>,
            value: <MoneyOrNone amount={total_approval_budget} />,
          },
          ...(proven_monthly_sar
            ? [
                {
                  id: 'proven',
                  label: <Trans>Proven revenue a month</Trans>,
                  value: <Money amount={proven_monthly_sar} />,
                },
              ]
            : []),
          {
            id: 'when',
            label: <Trans>Analysed</Trans>,
            value: <DateTime at={assessment.created_at} />,
          },
          {
            id: 'model',
            label: <Trans>Scorecard</Trans>,
            value: <bdi translate="no">{assessment.model_version}</bdi>,
          },
          ...(bureau
            ? [
                {
                  id: 'bureau',
                  label: <Trans>Credit bureau</Trans>,
                  value: <BureauState bureau={bureau} />,
                },
              ]
            : []),
        ]}
      />
      <AssessmentChanges assessment={assessment} />
      <Table
        label={t`Factors`}
        rows={factors}
        rowKey={({ factor }) => factor}
        totalsLabel={<Trans>Points</Trans>}
        columns={factorColumns([score, max_score])}
      />
    </div>
  );
}

/** What the bureau says beside the analysis, or why it says nothing. */
function BureauState({ bureau }: { bureau: CreditBureau }) {
  const { consent, score, failed_at } = bureau;
  if (!bureau.is_connected) return <Trans>The bureau is not connected any more.</Trans>;
  if (score) return <BureauScore bureau={bureau} score={score} />;
  if (consent === null)
    return (
      <Trans>The company has not agreed that it is asked: the analysis lacks its score.</Trans>
    );
  return failed_at ? (
    <Trans>
      Did not answer on <IsoDate date={failed_at} />; it is asked again.
    </Trans>
  ) : (
    <Trans>Being asked</Trans>
  );
}

/** Points of how many there are. */
function Points({ of: [points, most] }: { of: [number, number] }) {
  return (
    <bdi translate="no" dir="ltr" className="tabular-nums">
      {points} / {most}
    </bdi>
  );
}

function FactorName({ factor }: { factor: CreditFactor }) {
  return useCreditWords().nameOf(factor);
}

function FactorReason({ factor }: { factor: CreditFactor }) {
  const { reasonOf, improvementOf } = useCreditWords();
  return (
    <>
      <WithAmounts text={reasonOf(factor)} />
      {factor.improvement ? (
        <span className="block text-sm text-ink-soft">
          <WithAmounts text={improvementOf(factor.improvement)} />
        </span>
      ) : null}
    </>
  );
}

const factorColumns = (total: [number, number]): Column<CreditFactor>[] => [
  {
    id: 'factor',
    header: <Trans>Factor</Trans>,
    cell: (factor) => <FactorName factor={factor} />,
  },
  {
    id: 'reason',
    header: <Trans>Why, as the company reads it</Trans>,
    prose: true,
    cell: (factor) => <FactorReason factor={factor} />,
  },
  {
    id: 'points',
    header: <Trans>Points</Trans>,
    figures: true,
    cell: ({ points, max_points }) => <Points of={[points, max_points]} />,
    total: <Points of={total} />,
  },
];

type Earlier = CompanyAssessment['assessments'][number];

/** The analyses that were made, newest first. */
export function Assessments({ assessments }: { assessments: readonly Earlier[] }) {
  const { t } = useLingui();
  return (
    <Card look="plain" title={<Trans>Analyses</Trans>}>
      <Table
        label={t`Analyses`}
        rows={assessments}
        rowKey={({ id }) => id}
        empty={<EmptyState title={<Trans>No analysis has been made yet.</Trans>} />}
        columns={earlierColumns}
      />
      <CutShort shown={assessments.length} atMost={listLimits.assessments}>
        <Trans>These are the latest {listLimits.assessments}.</Trans>
      </CutShort>
    </Card>
  );
}

const earlierColumns: Column<Earlier>[] = [
  {
    id: 'when',
    header: <Trans>Analysed</Trans>,
    cell: ({ created_at }) => <DateTime at={created_at} />,
  },
  {
    id: 'grade',
    header: <Trans>Grade</Trans>,
    cell: ({ grade }) => <bdi translate="no">{grade}</bdi>,
  },
  {
    id: 'score',
    header: <Trans>Points</Trans>,
    figures: true,
    cell: ({ score, max_score }) => <Points of={[score, max_score]} />,
  },
  {
    id: 'budget',
    header: <Trans>Budget found</Trans>,
    figures: true,
    cell: ({ total_approval_budget }) => <MoneyOrNone amount={total_approval_budget} />,
  },
  {
    id: 'model',
    header: <Trans>Scorecard</Trans>,
    cell: ({ model_version }) => <bdi translate="no">{model_version}</bdi>,
  },
];
