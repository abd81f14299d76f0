import { hash } from 'node:crypto';
import { riyadhDate } from '#domain/calendar.ts';
import { idOf, type DataSet } from '../data-set/data-set.ts';
import type { HttpRequest } from '../tools/wrk.ts';
import { addSchema, startPeer, type Peer, type Row } from './peer.ts';

/** The fields of each class. One that has a class's name points to it. */
const classes = {
  Agency: 'name',
  Company: 'name business_area budget',
  Ticket:
    'company agency agency_name ticket_number status list amount_sar repayment_term description invoice_url created_local_date',
  Installment: 'ticket company list seq due_date amount_sar paid_amount status',
};

type Pointed = Row & { objectId: string };
interface Answer {
  result: { tickets: Pointed[][]; installments: (Pointed & { ticket: Pointed })[] };
}

/** Parse Server, asked for one cloud function. */
export async function startParse(dataSet: DataSet): Promise<Peer> {
  const { client, owner, people } = dataSet;
  await client.query(
    `create schema parse;
     create role parse login superuser password 'parse';
     alter role parse set search_path = parse`,
  );
  const server = await startPeer('parse', dataSet, {
    CONNECTIONS: '10',
    MASTER_KEY: 'bench',
    PARSE_URL: `postgres://parse:parse@localhost:${owner.port}/${owner.database}`,
  });
  const ask = async (path: string, body: object) => {
    const response = await fetch(`${server.url}/parse/${path}`, {
      method: 'POST',
      headers: {
        'X-Parse-Application-Id': 'bench',
        'X-Parse-Master-Key': 'bench',
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`Parse Server refused ${path}: ${await response.text()}`);
  };
  // The first log-in makes the table of sessions.
  const first = { username: 'first', password: 'first' };
  await ask('users', first);
  await ask('login', first);
  for (const [className, names] of Object.entries(classes)) {
    const fields = names.split(' ').map((name) => {
      const targetClass = name[0]!.toUpperCase() + name.slice(1);
      if (targetClass in classes) return [name, { type: 'Pointer', targetClass }];
      return [name, { type: name === 'seq' ? 'Number' : 'String' }];
    });
    await ask(`schemas/${className}`, { className, fields: Object.fromEntries(fields) });
  }
  await addSchema(dataSet, 'parse');
  const today = riyadhDate(new Date());
  const headers = (token: string) => ({
    'x-parse-application-id': 'bench',
    'x-parse-session-token': token,
    'content-type': 'application/json',
  });
  return {
    name: 'Parse Server',
    server,
    dashboardOf: ({ result }: Answer) => {
      const [current, waiting, old] = result.tickets.map((page) =>
        page.map((ticket) => ({ ...ticket, id: ticket.objectId })),
      );
      const installments = result.installments.map((one) => ({
        ...one,
        id: one.objectId,
        ticket_id: one.ticket.objectId,
      }));
      return { current: current!, waiting: waiting!, old: old!, installments };
    },
    tables: (company, token) => {
      const objectId = idOf('0c', company);
      const its = { company: { __type: 'Pointer', className: 'Company', objectId } };
      const find = (className: string, where: object): HttpRequest => ({
        method: 'GET',
        path: `/parse/classes/${className}?limit=20&where=${encodeURIComponent(JSON.stringify(where))}`,
        headers: headers(token),
      });
      return [find('Company', { objectId }), find('Ticket', its), find('Installment', its)];
    },
    operations: {
      'company dashboard': {
        request: (_, person, token) => ({
          method: 'POST',
          path: '/parse/functions/dashboard',
          headers: headers(token),
          body: JSON.stringify({ company: idOf('0c', person), today }),
        }),
        tokens: async () =>
          Array.from({ length: people }, (_, n) => `r:${hash('md5', String(n + 1))}`),
      },
    },
  };
}
