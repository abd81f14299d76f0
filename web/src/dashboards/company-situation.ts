import type { CompanyDashboard } from '#api/dashboards.ts';
import type { InstallmentSum } from '#api/installments.ts';
import type { InDefault } from '#api/losses.ts';
import type { Ticket } from '#api/tickets.ts';
import type { CompanySituation, Defaulted, SumOwed } from '#domain/dashboards/company-next-step.ts';
import { halalasFromDecimal } from '#domain/money.ts';
import { availableOf, budgetStateOf } from '../budget/budget-state.ts';
import { isOverdue } from '../installments/lateness.ts';
import { companyProfileCompletion } from '../profiles/use-own-profile.ts';

/** The input of the next-step rule, from the dashboard's data. */
export function companySituation(dashboard: CompanyDashboard): CompanySituation<Ticket> {
  const { company, current_tickets, waiting_tickets, old_tickets } = dashboard;
  return {
    today: dashboard.today,
    budget: budgetStateOf(dashboard),
    available_halalas: availableOf(dashboard),
    completion: companyProfileCompletion(company),
    overdue: isOverdue(dashboard) ? sumOwed(dashboard.overdue_owed) : null,
    next_owed: sumOwed(dashboard.next_owed),
    in_default: defaulted(dashboard.in_default),
    position: {
      to_pay_now: halalasFromDecimal(dashboard.position.to_pay_now_sar),
      to_pay_soon: halalasFromDecimal(dashboard.position.to_pay_soon_sar),
      being_checked: halalasFromDecimal(dashboard.position.being_checked_sar),
      planned: halalasFromDecimal(dashboard.position.planned_sar),
    },
    documents_count: dashboard.documents_to_accept,
    oldest_to_accept: dashboard.oldest_to_accept,
    ticket_count: current_tickets.count + waiting_tickets.count + old_tickets.count,
    waiting_count: waiting_tickets.count,
    oldest_waiting: dashboard.oldest_waiting_ticket,
  };
}

function sumOwed(sum: InstallmentSum | null): SumOwed | null {
  return sum && { ...sum, amount_halalas: halalasFromDecimal(sum.amount_sar) };
}

function defaulted(sum: InDefault | null): Defaulted | null {
  return sum && { amount_halalas: halalasFromDecimal(sum.amount_sar), count: sum.count };
}
