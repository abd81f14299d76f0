import { Link } from '../../ui/link.tsx';
import { SignedMoney } from '../../ui/signed-money.tsx';
import { linesPath, type JournalFilters } from './journal-filters.ts';

/** A linked amount keeps its colour and has one unbroken underline. */
export const figureLook =
  'inline-block border-b border-line-strong leading-snug no-underline hover:border-current';

/** An amount that links to the journal lines of its sum; zero too, because its lines may cancel out. */
export function JournalAmount({ amount, lines }: { amount: string; lines: JournalFilters }) {
  return (
    <Link to={linesPath(lines)} className={figureLook}>
      <SignedMoney amount={amount} />
    </Link>
  );
}
