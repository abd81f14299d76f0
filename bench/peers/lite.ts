import { riyadhDate } from '#domain/calendar.ts';
import { addUploads, idOf, type DataSet } from '../data-set/data-set.ts';
import type { HttpRequest } from '../tools/wrk.ts';
import {
  addSchema,
  installmentColumns,
  lists,
  signedTokens,
  startPeer,
  ticketColumns,
  type List,
  type Peer,
  type Row,
} from './peer.ts';

type Ticket = Row & { agencies: { name: string }; ticket_installments?: Row[] };

/** @supabase/lite, asked as supabase-js asks. */
export async function startLite(dataSet: DataSet): Promise<Peer> {
  await addSchema(dataSet, 'lite');
  const server = await startPeer('lite', dataSet, { CONNECTIONS: '5' });
  const embedded = lists.map((list) => {
    const installments = list === 'current' ? `,ticket_installments(${installmentColumns})` : '';
    return `${list}:tickets!tickets_company_id_fkey(${ticketColumns},agencies!tickets_agency_id_fkey(name)${installments})`;
  });
  const filters = lists.map(
    (list) =>
      `${list}.company_list=eq.${list}&${list}.order=created_at.desc,id.desc&${list}.limit=20`,
  );
  const people = await signedTokens(dataSet, () => ({ role: 'authenticated' }));
  const tokens = async () => people;
  const today = riyadhDate(new Date());
  const owed = `current.ticket_installments.or=(due_date.gte.${today},status.eq.Overdue)`;
  const asked = (path: string, token: string, body?: object): HttpRequest => ({
    method: body ? 'POST' : 'GET',
    path: `/rest/v1/${path}`,
    headers: {
      authorization: `Bearer ${token}`,
      apikey: 'bench',
      'content-type': 'application/json',
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return {
    name: '@supabase/lite',
    server,
    dashboardOf: ([row]: [Record<List, Ticket[]>]) => {
      const tickets = (list: List) =>
        row[list].map((ticket) => ({ ...ticket, agency_name: ticket.agencies.name }));
      return {
        current: tickets('current'),
        waiting: tickets('waiting'),
        old: tickets('old'),
        installments: row.current.flatMap((ticket) => ticket.ticket_installments!),
      };
    },
    tables: (company, token) => {
      const id = idOf('0c', company);
      return ['companies?id', 'tickets?company_id', 'ticket_installments?company_id'].map((rows) =>
        asked(`${rows}=eq.${id}&select=id&limit=20`, token),
      );
    },
    operations: {
      'company dashboard': {
        tokens,
        request: (_, person, token) =>
          asked(
            `companies?select=*,${embedded.join(',')}&user_id=eq.${idOf('0a', person)}&${filters.join('&')}&${owed}`,
            token,
          ),
      },
      'create ticket': {
        tokens,
        singleUse: { most_a_second: 2_000, prepare: addUploads },
        request: (n, person, token) =>
          asked('rpc/bench_create_ticket', token, {
            p_key: String(n),
            p_session_id: idOf('0e', person),
            p_agency_id: idOf('0d', person),
            p_amount_sar: '1500.00',
            p_term: 'TwoMonths',
            p_description: 'Campaign',
            p_invoice_url: `${idOf('0a', person)}/b${n}.pdf`,
            p_today: today,
          }),
      },
    },
  };
}
