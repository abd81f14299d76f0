/** The parts of an assessment that are compared with the previous one. */
type Compared = {
  grade: string;
  total_approval_budget: string | null;
  /** null: not known of assessments that were made before it was kept. */
  are_requests_stopped: boolean | null;
  factors: readonly { factor: string; points: number }[];
};

type Change<Of> = { before: Of; after: Of };

type CreditChanges = {
  grade: Change<string> | null;
  budget: Change<string | null> | null;
  stop: 'began' | 'ended' | null;
  /** The factors whose points changed, in their order. */
  factors: (Change<number> & { factor: string })[];
};

/** The differences between an analysis and the previous one. */
export function creditChanges(before: Compared, after: Compared): CreditChanges {
  const pointsBefore = new Map(before.factors.map(({ factor, points }) => [factor, points]));
  return {
    grade: before.grade === after.grade ? null : { before: before.grade, after: after.grade },
    budget:
      before.total_approval_budget === after.total_approval_budget
        ? null
        : { before: before.total_approval_budget, after: after.total_approval_budget },
    stop: stopChange(before.are_requests_stopped, after.are_requests_stopped),
    factors: after.factors.flatMap(({ factor, points }) => {
      const had = pointsBefore.get(factor) ?? 0;
      return had === points ? [] : [{ factor, before: had, after: points }];
    }),
  };
}

function stopChange(before: boolean | null, after: boolean | null): CreditChanges['stop'] {
  if (before === null || after === null || before === after) return null;
  return after ? 'began' : 'ended';
}
