import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { OperationId } from '#api/operations.ts';
import type { Ticket } from '#api/tickets.ts';
import { riyadhDate } from '#domain/calendar.ts';
import { send, type ApiResponse, type RawInput } from '#server/product-client/product-client.ts';
import { pdf } from '#server/product-client/sample-uploads.ts';
import type { Actor } from '../server/testing/product.ts';
import { financedTicket, type People } from './people.ts';

/** What the product has acknowledged. Each is stored once, as it was answered, and there are no others. */
export class Acknowledged {
  /** Ids of tickets, with the status that the last answer gave. */
  readonly tickets = new Map<string, string>();
  /** Ids of payments, and whether their reversal was acknowledged. */
  readonly payments = new Map<string, boolean>();
}

/** Requests under keys, repeated until they are answered, as browsers repeat them. */
export interface Insisting {
  /** Answers by status, and lost connections as 0. */
  readonly statuses: Map<number, number>;
  /** @returns the answer below 500. */
  call(actor: Actor, id: OperationId, input?: RawInput): Promise<ApiResponse>;
  /** @throws Error when the answer is not 200. */
  ok(actor: Actor, id: OperationId, input?: RawInput): Promise<{ id: string }>;
  /** An invoice nobody else names. @returns its path. */
  invoice(actor: Actor): Promise<string>;
  /** A request with an invoice of its own. */
  ticket(
    company: Actor,
    agency_id: string,
    asked?: { p_amount_sar: string; p_term_months: number },
  ): Promise<Ticket>;
}

/** @param urls of the servers, which are asked in turn. */
export function insistOn(urls: () => string[]): Insisting {
  const statuses = new Map<number, number>();
  let turn = 0;
  const ask = async (request: (url: string) => Promise<ApiResponse>) => {
    for (;;) {
      const among = urls();
      const answer = await request(among[(turn += 1) % among.length]!).catch(() => null);
      const status = answer?.status ?? 0;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (answer && status < 500) return answer;
      await pause(50);
    }
  };
  const insisting: Insisting = {
    statuses,
    async call(actor, id, input = {}) {
      const key = input.key ?? randomUUID();
      const token = await actor.token();
      return ask((url) => send(url, id, token, { ...input, key }));
    },
    async ok(actor, id, input) {
      const { status, text } = await insisting.call(actor, id, input);
      if (status !== 200) throw new Error(`${id} was answered with ${status}: ${text}`);
      return JSON.parse(text);
    },
    async invoice(actor) {
      const { name, type, bytes } = pdf('Invoice.pdf', [randomUUID()]);
      const token = await actor.token();
      const { status, text } = await ask(async (url) => {
        const body = new FormData();
        body.append('file', new Blob([new Uint8Array(bytes)], { type }), name);
        const response = await fetch(`${url}/api/files/invoice?index=0`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}` },
          body,
        });
        return { status: response.status, contentType: '', text: await response.text() };
      });
      if (status !== 200) throw new Error(`an invoice was refused with ${status}: ${text}`);
      return (JSON.parse(text) as { path: string }).path;
    },
    async ticket(company, p_agency_id, asked = { p_amount_sar: '100.00', p_term_months: 3 }) {
      const p_invoice_url = await insisting.invoice(company);
      const body = { p_agency_id, ...asked, p_invoice_url };
      return insisting.ok(company, 'create_ticket_with_installments', { body }) as Promise<Ticket>;
    },
  };
  return insisting;
}

export interface Load {
  acknowledged: Acknowledged;
  /** The ticket that payments pay. */
  financed: Ticket;
  statuses: Map<number, number>;
  /** Resolves once so many tickets are acknowledged. */
  reached(count: number): Promise<void>;
  /** Resolves once all is acknowledged. */
  ended: Promise<void>;
}

/** How often a ticket is followed by something else. */
const DECIDED = 3;
const APPROVED = 51;
const PAID = 5;
const ANALYSED = 11;

/**
 * Workers that request tickets and decide some, record payments and reverse some, and save a profile, until `count` tickets are
 * acknowledged: further ones where `after` has ended. Every approval has documents made, every profile an analysis: jobs run all the time.
 */
export async function startLoad(
  people: People,
  {
    count,
    workers = 20,
    urls,
    after,
  }: { count: number; workers?: number; urls: () => string[]; after?: Load | undefined },
): Promise<Load> {
  const acknowledged = after?.acknowledged ?? new Acknowledged();
  const insisting = insistOn(urls);
  const financed = after?.financed ?? (await financedTicket(people, people.companies[0]!));
  acknowledged.tickets.set(financed.id, 'Active');
  const begun = acknowledged.tickets.size;
  let waiting: { count: number; resolve: () => void }[] = [];

  const request = async (n: number) => {
    const company = people.companies[n % people.companies.length]!;
    const ticket = await insisting.ticket(company, people.agency_id, {
      p_amount_sar: `${10 + (n % 90)}.0${n % 10}`,
      p_term_months: (n % 3) + 1,
    });
    acknowledged.tickets.set(ticket.id, ticket.status);
    return { company, ticket };
  };
  const decide = async (n: number, company: Actor, { id }: Ticket) => {
    const params = { id };
    const told = (status: string) => acknowledged.tickets.set(id, status);
    if (n % APPROVED === 0) {
      await insisting.ok(people.agency, 'approve_ticket', { params });
      told('Approved');
    } else if (n % 2 === 0) {
      await insisting.ok(company, 'cancel_ticket', { params });
      told('Closed');
    } else {
      await insisting.ok(people.agency, 'reject_ticket', { params, body: {} });
      told('Rejected');
    }
  };
  const pay = async (n: number) => {
    const [records, confirms] = people.staff;
    const { id } = await insisting.ok(records, 'record_payment', {
      body: {
        amount_sar: `1.${String(n % 100).padStart(2, '0')}`,
        value_date: riyadhDate(new Date()),
        ticket_number: financed.ticket_number,
        is_another: true,
        reason: 'A transfer',
      },
    });
    acknowledged.payments.set(id, false);
    const params = { id };
    if (n % 2 === 0) await insisting.ok(confirms, 'confirm_payment', { params });
    if (n % 4 !== 0) return;
    await insisting.ok(confirms, 'reverse_payment', {
      params,
      body: { reason: 'The bank took it back' },
    });
    acknowledged.payments.set(id, true);
  };
  const analyse = (n: number) =>
    insisting.ok(people.analysed, 'upsert_company', {
      body: { revenue_last_6_months: Array<string>(6).fill(`${50_000 + n}.00`) },
    });

  let next = 0;
  const work = async () => {
    while (next < count) {
      const n = (next += 1);
      const { company, ticket } = await request(n);
      if (n % DECIDED === 0) await decide(n, company, ticket);
      if (n % PAID === 0) await pay(n);
      if (n % ANALYSED === 0) await analyse(n);
      const done = acknowledged.tickets.size - begun;
      for (const one of waiting) if (one.count <= done) one.resolve();
      waiting = waiting.filter((one) => one.count > done);
    }
  };
  const ended = (async () => {
    await Promise.all(Array.from({ length: workers }, work));
  })();
  ended.catch(() => {});
  const reached = async (wanted: number) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.push({ count: wanted, resolve });
    await Promise.race([promise, ended]);
  };
  return { acknowledged, financed, statuses: insisting.statuses, reached, ended };
}
