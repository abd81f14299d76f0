import assert from 'node:assert/strict';
import type { CompanyDashboard } from '#api/dashboards.ts';
import type { AccountStatement } from '#api/documents.ts';
import type { CompanyPosition, PaymentsOfMonth } from '#api/installments.ts';
import type { PayCentre } from '#api/payment-requests.ts';
import type { TicketDetails } from '#api/tickets.ts';
import { addDays, type IsoDate } from '#domain/calendar.ts';
import { decimalFromHalalas, halalasFromDecimal, sumHalalas } from '#domain/money.ts';
import { DUE_SOON_DAYS, type PositionAmount } from '#domain/installments/position.ts';
import { position } from '#domain/reference/position.ts';
import { toPay } from '#domain/servicing/payment-request.ts';
import {
  callParsedAs,
  type CallerArgs,
  type CallerFunction,
} from '#server/platform/database/call-function.ts';
import type { ModelCompany } from '../model/books.ts';
import { lossOf } from '../model/losses.ts';
import { creditOf, toRecover } from '../model/payments.ts';
import type { Simulation } from './simulation.ts';

/** What a company's dashboard, statement, pay centre and months, and the console show of the same money is the same. */
export async function compareFigures(simulation: Simulation): Promise<void> {
  for (const company of simulation.books.companies) await compareFiguresOf(simulation, company);
}

/** And so is what the pages of its tickets show, taken together. */
export async function comparePages(simulation: Simulation): Promise<void> {
  for (const company of simulation.books.companies) await comparePagesOf(simulation, company);
}

const readAs =
  (simulation: Simulation, company: ModelCompany) =>
  <Name extends CallerFunction, Reply>(name: Name, ...args: CallerArgs<Name>): Promise<Reply> =>
    callParsedAs(simulation.environment.database.pools.app, name, simulation.as(company), ...args);

async function compareFiguresOf(simulation: Simulation, company: ModelCompany): Promise<void> {
  const { today } = simulation.books;
  const read = readAs(simulation, company);
  const dashboard: CompanyDashboard = await read('company_dashboard', { today });
  const shown = dashboard.position;
  assert.deepEqual(shown, positionInBooks(simulation, company));

  const { statement }: { statement: AccountStatement } = await read('company_statement', {
    ticket_number: null,
    from: addDays(today, -30),
    to: today,
    cursor: null,
    limit: 50,
  });
  assert.deepEqual(statement.position, shown);
  const halalas = amountsOf(shown);
  const { totals } = statement;
  assert.equal(
    signedHalalas(totals!.closing_balance),
    halalas.owed + halalas.in_default + halalas.refund_due - halalas.credit,
  );
  assert.equal(totals!.in_default, shown.in_default_sar);

  const [inConsole] = await simulation.rows<{ position: CompanyPosition }>(
    'select company_position_json($1, $2) as position',
    company.id,
    today,
  );
  assert.deepEqual(inConsole!.position, shown);

  const centre: PayCentre = await read('read_pay_centre', { today });
  assert.deepEqual(centre.position, shown);
  const openOf = (of: (item: PayCentre['items'][number]) => boolean) =>
    sumHalalas(centre.items.filter(of).map(({ open_sar }) => halalasFromDecimal(open_sar)));
  const openUntil = (last: IsoDate | null, first: IsoDate | null = null) =>
    openOf(
      ({ kind, due_date }) =>
        kind === 'installment' &&
        (last === null || due_date <= last) &&
        (first === null || due_date >= first),
    );
  assert.equal(openUntil(null), halalas.owed);
  assert.equal(openUntil(addDays(today, -1)), halalas.overdue);
  assert.equal(
    openOf(() => true),
    halalas.owed + halalas.in_default + halalas.refund_due,
  );
  const toPayOf = (of: (item: PayCentre['items'][number]) => boolean) =>
    sumHalalas(centre.items.filter(of).map(toPay));
  const toPayBefore = (day: IsoDate) =>
    toPayOf(({ kind, due_date }) => kind !== 'installment' || due_date < day);
  assert.equal(toPayBefore(today), halalas.to_pay_now);
  assert.equal(toPayBefore(addDays(today, DUE_SOON_DAYS + 1)), halalas.to_pay_soon);
  assert.equal(openOf(() => true) - toPayOf(() => true), halalas.being_checked);
  for (const days of [30, 60, 90] as const)
    assert.equal(
      halalasFromDecimal(centre.due_in[`days_${days}_sar`]),
      openUntil(addDays(today, days), today),
    );

  const { months }: { months: PaymentsOfMonth[] } = await read('read_payments_by_month', { today });
  for (const part of ['overdue', 'due_soon', 'later', 'planned'] as const)
    assert.equal(
      sumHalalas(months.map((month) => halalasFromDecimal(month[`${part}_sar`]))),
      halalas[part],
    );

  assert.equal(dashboard.overdue_owed?.amount_sar ?? '0.00', shown.overdue_sar);
  assert.equal(dashboard.overdue_installments.amount_sar, shown.overdue_sar);
  assert.equal(dashboard.in_default?.amount_sar ?? '0.00', shown.in_default_sar);
  assert.equal(dashboard.budget.unrecovered_loss, shown.in_default_sar);
}

async function comparePagesOf(simulation: Simulation, company: ModelCompany): Promise<void> {
  const { today } = simulation.books;
  const read = readAs(simulation, company);
  const halalas = amountsOf(positionInBooks(simulation, company));
  const pages = await Promise.all(
    simulation.books.tickets
      .filter((ticket) => ticket.company === company)
      .map(({ number }): Promise<TicketDetails> =>
        read('read_ticket', { today, ticket_number: number }),
      ),
  );
  const restOf = ({ installments }: TicketDetails) =>
    sumHalalas(
      (installments ?? []).map(
        ({ amount_sar, paid_amount }) =>
          halalasFromDecimal(amount_sar) - halalasFromDecimal(paid_amount),
      ),
    );
  const restsOf = (status: string) =>
    sumHalalas(pages.filter(({ ticket }) => ticket.status === status).map(restOf));
  assert.equal(restsOf('Active'), halalas.owed);
  assert.equal(restsOf('Approved'), halalas.planned);
  // Refunds in default have no page of a ticket.
  const refunds = simulation.books.payments.filter((one) => one.company === company);
  assert.equal(
    sumHalalas(pages.map(({ loss }) => (loss ? halalasFromDecimal(loss.unrecovered_amount) : 0))),
    halalas.in_default - sumHalalas(refunds.map(lossOf)),
  );
}

/** The same by the model's books. */
function positionInBooks({ books }: Simulation, company: ModelCompany): CompanyPosition {
  const payments = books.payments.filter((one) => one.company === company);
  const found = position(
    books.tickets
      .filter((ticket) => ticket.company === company)
      .map((ticket) => ({
        status: ticket.status,
        installments: ticket.installments.map(({ due_date, amount, paid }) => ({
          due_date,
          amount_halalas: amount,
          paid_halalas: paid,
        })),
        in_default_halalas: lossOf(ticket),
        reported_halalas: sumHalalas(
          books.reports
            .filter((one) => one.ticket === ticket && one.status === 'Checking')
            .map(({ amount }) => amount),
        ),
      })),
    {
      credit: sumHalalas(payments.map(creditOf)),
      refund_due: sumHalalas(payments.map((one) => toRecover(books, one))),
      refunds_in_default: sumHalalas(payments.map(lossOf)),
    },
    books.today,
  );
  return Object.fromEntries(
    Object.entries(found).map(([name, sum]) => [`${name}_sar`, decimalFromHalalas(sum)]),
  ) as CompanyPosition;
}

const amountsOf = (shown: CompanyPosition) =>
  Object.fromEntries(
    Object.entries(shown).map(([name, sum]) => [name.replace('_sar', ''), halalasFromDecimal(sum)]),
  ) as Record<PositionAmount, number>;

const signedHalalas = (sum: string) =>
  sum.startsWith('-') ? -halalasFromDecimal(sum.slice(1)) : halalasFromDecimal(sum);
