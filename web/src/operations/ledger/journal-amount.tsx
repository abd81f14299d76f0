import { Link } from '../../ui/link.tsx';
import { SignedMoney } from '../../ui/signed-money.tsx';
import { linesPath, type JournalFilters } from './journal-filters.ts';

/** An amount that leads somewhere keeps its own colour, over one line that no sign and no gap breaks. */
export const figureLook =
  'inline-block border-b border-line-strong leading-snug no-underline hover:border-current';

/** An amount that leads to the lines of the journal that it is the sum of: of nought too, what came and went may stand there. */
export function JournalAmount({ amount, lines }: { amount: string; lines: JournalFilters }) {
  return (
    <Link to={linesPath(lines)} className={figureLook}>
      <SignedMoney amount={amount} />
    </Link>
  );
}
