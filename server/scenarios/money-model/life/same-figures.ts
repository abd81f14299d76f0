import assert from 'node:assert/strict';
import type { CompanyDashboard } from '#api/dashboards.ts';
import type { AccountStatement } from '#api/documents.ts';
import type { CompanyPosition } from '#api/installments.ts';
import type { TicketDetails } from '#api/tickets.ts';
import { addDays } from '#domain/calendar.ts';
import { decimalFromHalalas, halalasFromDecimal, sumHalalas } from '#domain/money.ts';
import { position } from '#domain/reference/position.ts';
import {
  callParsedAs,
  type CallerArgs,
  type CallerFunction,
} from '#server/platform/database/call-function.ts';
import type { ModelCompany } from '../model/books.ts';
import { lossOf } from '../model/losses.ts';
import { creditOf, toRecover } from '../model/payments.ts';
import type { Life } from './life.ts';

/** What a company's dashboard, its statement and the console show of the same money is the same. */
export async function compareFigures(life: Life): Promise<void> {
  for (const company of life.books.companies) await compareFiguresOf(life, company);
}

/** And so is what the pages of its tickets show, taken together. */
export async function comparePages(life: Life): Promise<void> {
  for (const company of life.books.companies) await comparePagesOf(life, company);
}

const readAs =
  (life: Life, company: ModelCompany) =>
  <Name extends CallerFunction, Reply>(name: Name, ...args: CallerArgs<Name>): Promise<Reply> =>
    callParsedAs(life.world.database.pools.app, name, life.as(company), ...args);

async function compareFiguresOf(life: Life, company: ModelCompany): Promise<void> {
  const { today } = life.books;
  const call = life.as(company);
  const read = readAs(life, company);
  const dashboard = JSON.parse(
    String(await life.world.readFreshDashboard('company', call)),
  ) as CompanyDashboard;
  const shown = dashboard.position;
  assert.deepEqual(shown, positionInBooks(life, company));

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

  const [desk] = await life.rows<{ position: CompanyPosition }>(
    'select company_position_json($1, $2) as position',
    company.id,
    today,
  );
  assert.deepEqual(desk!.position, shown);

  assert.equal(dashboard.overdue_owed?.amount_sar ?? '0.00', shown.overdue_sar);
  assert.equal(dashboard.overdue_installments.amount_sar, shown.overdue_sar);
  assert.equal(dashboard.in_default?.amount_sar ?? '0.00', shown.in_default_sar);
  assert.equal(dashboard.budget.unrecovered_loss, shown.in_default_sar);
}

async function comparePagesOf(life: Life, company: ModelCompany): Promise<void> {
  const { today } = life.books;
  const read = readAs(life, company);
  const halalas = amountsOf(positionInBooks(life, company));
  const pages = await Promise.all(
    life.books.tickets
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
  const refunds = life.books.payments.filter((one) => one.company === company);
  assert.equal(
    sumHalalas(pages.map(({ loss }) => (loss ? halalasFromDecimal(loss.unrecovered_amount) : 0))),
    halalas.in_default - sumHalalas(refunds.map(lossOf)),
  );
}

/** The same by the model's books. */
function positionInBooks({ books }: Life, company: ModelCompany): CompanyPosition {
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
  ) as Record<'owed' | 'planned' | 'in_default' | 'refund_due' | 'credit', number>;

const signedHalalas = (sum: string) =>
  sum.startsWith('-') ? -halalasFromDecimal(sum.slice(1)) : halalasFromDecimal(sum);
