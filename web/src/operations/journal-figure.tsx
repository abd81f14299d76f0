import { Link } from '../ui/link.tsx';
import { SignedMoney } from '../ui/signed-money.tsx';
import { linesPath, type JournalFilters } from './journal-filters.ts';

/** An amount that leads somewhere keeps its own colour. */
export const figureLook =
  'rounded-sm underline decoration-line-strong decoration-1 underline-offset-4 hover:decoration-current';

/** An amount that leads to the lines of the journal that it is the sum of: of nought too, what came and went may stand there. */
export function JournalFigure({ amount, lines }: { amount: string; lines: JournalFilters }) {
  return (
    <Link to={linesPath(lines)} className={figureLook}>
      <SignedMoney amount={amount} />
    </Link>
  );
}
