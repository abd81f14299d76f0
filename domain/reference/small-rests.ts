import { LARGEST_SMALL_REST } from '../installments/small-rest.ts';
import { sumHalalas, type Halalas } from '../money.ts';

/** Small rests of a company together, at most; also what one person may settle of them in a year. */
export const SMALL_RESTS_OF_COMPANY = 2_500;

type Owed = { amount_halalas: Halalas; rest_halalas: Halalas };

/**
 * The rests of a company's owed installments that nobody leaves on purpose: they cause no stop, no reminder and no lateness.
 * Once they come to more than SMALL_RESTS_OF_COMPANY, none is small.
 * @param largest From the environment; 0: none is small.
 */
export function smallRests<Rest extends Owed>(
  owed: readonly Rest[],
  largest: Halalas = LARGEST_SMALL_REST,
): Rest[] {
  const small = restsBelowFloor(owed, largest);
  const sum = sumHalalas(small.map(({ rest_halalas }) => rest_halalas));
  return sum <= SMALL_RESTS_OF_COMPANY ? small : [];
}

/** The rests that can be settled as bank charges, whatever they come to. */
export function restsBelowFloor<Rest extends Owed>(
  owed: readonly Rest[],
  largest: Halalas = LARGEST_SMALL_REST,
): Rest[] {
  return owed.filter(
    ({ amount_halalas, rest_halalas }) =>
      rest_halalas > 0 && rest_halalas <= largest && rest_halalas * 100 <= amount_halalas,
  );
}
