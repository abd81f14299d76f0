/**
 * How many entries the server gives of lists that have no pages. Where as many are shown, the screen says that there may be more,
 * and where they are. The functions in SQL name the same numbers (server/scenarios/entry-points.test.ts).
 */
export const listLimits = {
  /** Companies, agencies and payments that the console's search finds, of each. */
  found: 5,
  /** Companies to choose a payer from. */
  companies_to_choose: 20,
  /** Analyses of a company, and measures about an account. */
  assessments: 20,
  account_measures: 20,
  /** Tickets of a company whose held payments are shown. */
  held_tickets: 20,
  /** Decisions about a company's budget or an agency. */
  decisions: 50,
  /** Payouts that a new run left out. */
  left_out: 200,
} as const;
