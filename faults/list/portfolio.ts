import type { Fault } from '../fault.ts';

const sql = 'server/src/servicing/portfolio-months.sql';
const scenario = 'server/scenarios/console-figures.test.ts';
const forecast = 'domain/servicing/collections-forecast.ts';

/** Roll rates, cohorts and the forecast of collections. */
export const portfolio: Fault[] = [
  {
    id: 'portfolio-lateness-a-day-early',
    file: sql,
    search: "select case when p_due_date >= p_on then 'current'",
    replace: "select case when p_due_date > p_on then 'current'",
    test: scenario,
    breaks: 'What is due on the first of a month is overdue before it.',
  },
  {
    id: 'portfolio-reopened-moves',
    file: sql,
    search: 'least(i.opening, i.closing) as stayed',
    replace: 'i.closing as stayed',
    test: 'server/scenarios/money-model/odd-seeds.test.ts',
    breaks: 'A payment that the bank takes back moves more to a later bucket than was open.',
  },
  {
    id: 'portfolio-cohort-of-the-present',
    file: sql,
    search: "f.event = 'ticket_financed' and f.id <= p.base_id",
    replace: "f.event = 'ticket_financed'",
    test: 'server/scenarios/money-model/odd-seeds.test.ts',
    breaks:
      'What a ticket repaid before its payout came back counts for the month of its second financing.',
  },
  {
    id: 'portfolio-months-not-counted',
    file: 'server/src/servicing/close-day.ts',
    search: 'await countPortfolioMonths(pool, day);',
    replace: '',
    test: scenario,
    breaks: 'The trends of the portfolio never have a month.',
  },
  {
    id: 'forecast-whole-present-month',
    file: forecast,
    search: 'index === 0 ? daysBetween(today, next) : days',
    replace: 'days',
    test: 'domain/servicing/collections-forecast.test.ts',
    breaks: 'On the last day of a month the forecast expects all that a month collects.',
  },
  {
    id: 'forecast-counts-twice',
    file: forecast,
    search: 'amount - expected[place]!',
    replace: 'amount',
    test: 'domain/servicing/collections-forecast.test.ts',
    breaks: 'What is expected in one month is expected again in the next.',
  },
];
