import { DAY_MS } from '#domain/calendar.ts';
import { decimalFromHalalas, halalasFromDecimal } from '#domain/money.ts';
import type { BodyOf } from '#api/contract.ts';
import { call, upload } from '../product-client/product-client.ts';
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
export function budgetRequestSteps(
  { url, maha }: StaffVisitors,
  companies: () => Visitor[],
): Step[] {
  const asked: Asked[] = [];
  const ask = async (company: Visitor, now: Date): Promise<Asked | null> => {
    const token = await company.token(now);
    const { budget, obstacle } = await call(url, 'read_budget_requests', token);
    const total_sar = budget.total_approval_budget;
    if (obstacle !== null || total_sar === null) return null;
    const statement = pdf('Bank statement.pdf', ['Bank statement', 'Made for the demo of Hamla.']);
    const { path } = await upload(url, 'request_bank_statement', token, statement);
    const body = {
      amount_sar: percentOf(total_sar, 150),
      reason: 'The next season needs a larger campaign than the last one.',
      documents: [path],
    };
    const { id } = await call(url, 'ask_for_budget', token, { body });
    return { company, id, total_sar };
  };
  const decide = async (request: Asked, now: Date, body: BodyOf<'decide_budget_request'>) => {
    const params = { id: request.id };
    await call(url, 'decide_budget_request', await maha().token(now), { params, body });
  };
  const offer = ({ total_sar }: Asked): CounterOffer => ({
    decision: 'counter',
    reason: 'Your repayments carry this much today.',
    total_approval_budget: total_sar,
    amount_sar: percentOf(total_sar, 120),
  });
  const answer = async ({ company, id }: Asked, now: Date, accepts: boolean) => {
    const token = await company.token(now);
    const { requests } = await call(url, 'read_budget_requests', token);
    const decision_id = requests[0]!.decisions.at(-1)!.id;
    const body = { decision_id, accepts };
    await call(url, 'answer_budget_offer', token, { params: { id }, body });
  };
  const decline = {
    decision: 'decline',
    reason: 'The bank statement does not show the revenue of your profile.',
  } as const;
  return [
    {
      before_ms: 3 * DAY_MS,
      run: async (now) => {
        for (const company of companies()) {
          const request = await ask(company, now);
          if (request) asked.push(request);
        }
      },
    },
    {
      before_ms: 2.9 * DAY_MS,
      run: async (now) => {
        // The fifth is late: nothing is offered to it.
        const [withdrawn, lapsing, declined, offered, appealed, accepted, refused] = asked;
        const params = { id: withdrawn!.id };
        const token = await withdrawn!.company.token(now);
        await call(url, 'withdraw_budget_request', token, { params });
        await decide(declined!, now, decline);
        await decide(appealed!, now, decline);
        for (const request of [lapsing!, offered!, refused!])
          await decide(request, now, offer(request));
        const condition = { kind: 'paid_on_time', installments: 3 } as const;
        await decide(accepted!, now, { ...offer(accepted!), condition });
      },
    },
    {
      before_ms: 2.8 * DAY_MS,
      run: async (now) => {
        const [withdrawn, lapsing, , , appealed, accepted, refused] = asked;
        await ask(withdrawn!.company, now);
        await answer(accepted!, now, true);
        await answer(refused!, now, false);
        await call(url, 'appeal_budget_decision', await appealed!.company.token(now), {
          params: { id: appealed!.id },
          body: { reason: 'The statement of our second account is missing in your answer.' },
        });
        // Another decision comes before the company has answered, and then it asks again.
        const { id: company_id } = await call(
          url,
          'read_company',
          await lapsing!.company.token(now),
        );
        const raised = percentOf(lapsing!.total_sar, 110);
        await call(url, 'decide_budget', await maha().token(now), {
          params: { id: company_id },
          body: {
            decision: 'adjust',
            total_approval_budget: raised,
            reason: 'Three installments were paid on time.',
          },
        });
        const again = await ask(lapsing!.company, now);
        await decide(again!, now, {
          decision: 'grant',
          reason: 'The financial statements of the year carry it.',
          total_approval_budget: again!.total_sar,
        });
      },
    },
  ];
}
