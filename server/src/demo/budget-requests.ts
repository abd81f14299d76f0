import { DAY_MS } from '#domain/calendar.ts';
import { decimalFromHalalas, halalasFromDecimal } from '#domain/money.ts';
import type { BodyOf } from '#api/contract.ts';
import { pdf } from '../product-client/sample-uploads.ts';
import type { StaffVisitors, Step } from './money.ts';
import type { Visitor } from './visitor.ts';

/** A request, and the company that has made it. */
interface Asked {
  company: Visitor;
  id: string;
  /** The budget that stands. */
  total_sar: string;
}

type CounterOffer = Extract<BodyOf<'decide_budget_request'>, { decision: 'counter' }>;

/** An amount that is so many percent of another, in whole riyals. */
const percentOf = (amount_sar: string, percent: number) =>
  decimalFromHalalas(Math.floor((halalasFromDecimal(amount_sar) / 10_000) * percent) * 100);

/** Companies ask for a higher budget, until one request stands in each status: seven companies that may ask are enough. */
export function budgetRequestSteps({ maha }: StaffVisitors, companies: () => Visitor[]): Step[] {
  const asked: Asked[] = [];
  const ask = async (company: Visitor): Promise<Asked | null> => {
    const { budget, obstacle } = await company.call('read_budget_requests');
    const total_sar = budget.total_approval_budget;
    if (obstacle !== null || total_sar === null) return null;
    const statement = pdf('Bank statement.pdf', ['Bank statement', 'Made for the demo of Hamla.']);
    const { path } = await company.upload('request_bank_statement', statement);
    const body = {
      amount_sar: percentOf(total_sar, 150),
      reason: 'The next season needs a larger campaign than the last one.',
      documents: [path],
    };
    const { id } = await company.call('ask_for_budget', { body });
    return { company, id, total_sar };
  };
  const decide = async (request: Asked, body: BodyOf<'decide_budget_request'>) => {
    const params = { id: request.id };
    await maha().call('decide_budget_request', { params, body });
  };
  const offer = ({ total_sar }: Asked): CounterOffer => ({
    decision: 'counter',
    reason: 'Your repayments carry this much today.',
    total_approval_budget: total_sar,
    amount_sar: percentOf(total_sar, 120),
  });
  const answer = async ({ company, id }: Asked, accepts: boolean) => {
    const { requests } = await company.call('read_budget_requests');
    const decision_id = requests[0]!.decisions.at(-1)!.id;
    const body = { decision_id, accepts };
    await company.call('answer_budget_offer', { params: { id }, body });
  };
  const decline = {
    decision: 'decline',
    reason: 'The bank statement does not show the revenue of your profile.',
  } as const;
  return [
    {
      before_ms: 3 * DAY_MS,
      run: async () => {
        for (const company of companies()) {
          const request = await ask(company);
          if (request) asked.push(request);
        }
      },
    },
    {
      before_ms: 2.9 * DAY_MS,
      run: async () => {
        // The fifth is late: nothing is offered to it.
        const [withdrawn, lapsing, declined, offered, appealed, accepted, refused] = asked;
        const params = { id: withdrawn!.id };
        await withdrawn!.company.call('withdraw_budget_request', { params });
        await decide(declined!, decline);
        await decide(appealed!, decline);
        for (const request of [lapsing!, offered!, refused!]) await decide(request, offer(request));
        const condition = { kind: 'paid_on_time', installments: 3 } as const;
        await decide(accepted!, { ...offer(accepted!), condition });
      },
    },
    {
      before_ms: 2.8 * DAY_MS,
      run: async () => {
        const [withdrawn, lapsing, , , appealed, accepted, refused] = asked;
        await ask(withdrawn!.company);
        await answer(accepted!, true);
        await answer(refused!, false);
        await appealed!.company.call('appeal_budget_decision', {
          params: { id: appealed!.id },
          body: { reason: 'The statement of our second account is missing in your answer.' },
        });
        // Another decision comes before the company has answered, and then it asks again.
        const { id: company_id } = await lapsing!.company.call('read_company');
        const raised = percentOf(lapsing!.total_sar, 110);
        await maha().call('decide_budget', {
          params: { id: company_id },
          body: {
            decision: 'adjust',
            total_approval_budget: raised,
            reason: 'Three installments were paid on time.',
          },
        });
        const again = await ask(lapsing!.company);
        await decide(again!, {
          decision: 'grant',
          reason: 'The financial statements of the year carry it.',
          total_approval_budget: again!.total_sar,
        });
      },
    },
  ];
}
