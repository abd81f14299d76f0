import { DAY_MS } from '#domain/calendar.ts';
import { approvePendingIbans } from '../product-client/financing.ts';
import type { StaffVisitors, Step } from './money.ts';
import type { Visitor } from './visitor.ts';

const HOUR_MS = 3_600_000;

/**
 * The IBANs of the agencies: the first ones approved by staff once everybody has signed up and a day has passed; in the
 * end one that can be decided, one whose pause is not over, one that was rejected, one that a newer one took the place
 * of, and one that was withdrawn.
 */
export function ibanSteps(
  { faisal }: Pick<StaffVisitors, 'faisal'>,
  first_days: number,
  agency: (place: number) => Visitor,
): Step[] {
  const pending = async () =>
    (await faisal().call('list_iban_changes', { query: { list: 'pending' } })).items;
  const approveAll: Step = {
    before_ms: (first_days - 6) * DAY_MS,
    run: () => approvePendingIbans(faisal()),
  };
  const ask = (place: number, before_ms: number, iban: string): Step => ({
    before_ms,
    run: async () => {
      await agency(place).call('upsert_agency', { body: { iban } });
    },
  });
  const reject: Step = {
    before_ms: 3 * DAY_MS,
    run: async () => {
      for (const { id } of await pending()) {
        const body = { reason: "The bank's letter names another account holder." };
        await faisal().call('reject_iban_change', { params: { id }, body });
      }
    },
  };
  const withdraw = (place: number, before_ms: number): Step => ({
    before_ms,
    run: async () => {
      await agency(place).call('withdraw_iban_change');
    },
  });
  return [
    approveAll,
    ask(4, 4 * DAY_MS, 'SA4420000001234567891234'),
    reject,
    ask(0, 60 * HOUR_MS, 'SA4420000001234567891234'),
    ask(0, 59 * HOUR_MS, 'SA3180000000608010167500'),
    withdraw(0, 58 * HOUR_MS),
    ask(2, 30 * HOUR_MS, 'SA4420000001234567891234'),
    ask(1, 5 * HOUR_MS, 'SA3180000000608010167500'),
  ];
}
