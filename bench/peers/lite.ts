import { riyadhDate } from '#domain/calendar.ts';
import { addUploads, idOf, type DataSet } from '../data-set/data-set.ts';
import {
  installmentColumns,
  lists,
  prepare,
  start,
  ticketColumns,
  tokens,
  type Installment,
  type Peer,
  type Ticket,
} from './peer.ts';

type Row = Record<(typeof lists)[number], (Omit<Ticket, 'agency_name'> & Embedded)[]>;
interface Embedded {
  agencies: { name: string };
  ticket_installments?: Installment[];
}

/** @supabase/lite, asked as supabase-js asks. */
export async function startLite(dataSet: DataSet): Promise<Peer> {
  await prepare(dataSet, 'lite');
  const server = await start('lite', dataSet, { connections: 5 });
  const embedded = lists.map(
    (list) =>
      `${list}:tickets!tickets_company_id_fkey(${ticketColumns},agencies!tickets_agency_id_fkey(name)${list === 'current' ? `,ticket_installments(${installmentColumns})` : ''})`,
  );
  const filters = lists.map(
    (list) =>
      `${list}.company_list=eq.${list}&${list}.order=created_at.desc,id.desc&${list}.limit=20`,
  );
  const people = await tokens(dataSet, () => ({ role: 'authenticated' }));
  const headers = (token: string) => ({
    authorization: `Bearer ${token}`,
    apikey: 'bench',
    'content-type': 'application/json',
  });
  const today = riyadhDate(new Date());
  return {
    name: '@supabase/lite',
    server,
    dashboardOf: ([row]: [Row]) => {
      const tickets = (list: (typeof lists)[number]) =>
        row[list].map((ticket) => ({ ...ticket, agency_name: ticket.agencies.name }));
      return {
        current: tickets('current'),
        waiting: tickets('waiting'),
        old: tickets('old'),
        installments: row.current.flatMap((ticket) => ticket.ticket_installments!),
      };
    },
    tables: (company, token) =>
      [
        `companies?id=eq.${idOf('0c', company)}&select=id`,
        ...['tickets', 'ticket_installments'].map(
          (table) => `${table}?company_id=eq.${idOf('0c', company)}&select=id&limit=20`,
        ),
      ].map((asked) => ({ method: 'GET', path: `/rest/v1/${asked}`, headers: headers(token) })),
    operations: {
      'company dashboard': {
        name: 'company dashboard',
        tokens: async () => people,
        request: (_, person, token) => ({
          method: 'GET',
          path: `/rest/v1/companies?select=*,${embedded.join(',')}&user_id=eq.${idOf('0a', person)}&${filters.join('&')}&current.ticket_installments.or=(due_date.gte.${today},status.eq.Overdue)`,
          headers: headers(token),
        }),
      },
      'create ticket': {
        name: 'create ticket',
        tokens: async () => people,
        singleUse: { most_a_second: 2_000, prepare: addUploads },
        request: (n, person, token) => ({
          method: 'POST',
          path: '/rest/v1/rpc/bench_create_ticket',
          headers: headers(token),
          body: JSON.stringify({
            p_key: String(n),
            p_session_id: idOf('0e', person),
            p_agency_id: idOf('0d', person),
            p_amount_sar: '1500.00',
            p_term: 'TwoMonths',
            p_description: 'Campaign',
            p_invoice_url: `${idOf('0a', person)}/b${n}.pdf`,
            p_today: today,
          }),
        }),
      },
    },
  };
}
