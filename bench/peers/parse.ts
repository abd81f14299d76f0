import { riyadhDate } from '#domain/calendar.ts';
import type { HttpRequest } from '../tools/wrk.ts';
import { idOf, type DataSet } from '../data-set/data-set.ts';
import { prepare, start, type Installment, type Peer, type Ticket } from './peer.ts';

const classes = {
  Agency: { name: 'String' },
  Company: { name: 'String', business_area: 'String', budget: 'String' },
  Ticket: {
    company: 'Company',
    agency: 'Agency',
    agency_name: 'String',
    ticket_number: 'String',
    status: 'String',
    list: 'String',
    amount_sar: 'String',
    repayment_term: 'String',
    description: 'String',
    invoice_url: 'String',
    created_local_date: 'String',
  },
  Installment: {
    ticket: 'Ticket',
    company: 'Company',
    list: 'String',
    seq: 'Number',
    due_date: 'String',
    amount_sar: 'String',
    paid_amount: 'String',
    status: 'String',
  },
};

interface Answer {
  result: {
    tickets: (Omit<Ticket, 'id'> & Pointed)[][];
    installments: (Omit<Installment, 'id' | 'ticket_id'> & Pointed & { ticket: Pointed })[];
  };
}
interface Pointed {
  objectId: string;
}

/** Parse Server, asked for one cloud function. */
export async function startParse(dataSet: DataSet): Promise<Peer> {
  await dataSet.query(
    `create schema parse; create role parse login superuser password 'parse'; alter role parse set search_path = parse`,
  );
  const { database, port } = dataSet.owner;
  const server = await start('parse', dataSet, {
    connections: 10,
    MASTER_KEY: 'bench',
    PARSE_URL: `postgres://parse:parse@localhost:${port ?? 5432}/${database}`,
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
  for (const [className, fields] of Object.entries(classes)) {
    const body = {
      className,
      fields: Object.fromEntries(
        Object.entries(fields).map(([name, type]) => [
          name,
          type in classes ? { type: 'Pointer', targetClass: type } : { type },
        ]),
      ),
    };
    await ask(`schemas/${className}`, body);
  }
  await prepare(dataSet, 'parse');
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
        name: 'company dashboard',
        request: (_, person, token) => ({
          method: 'POST',
          path: '/parse/functions/dashboard',
          headers: headers(token),
          body: JSON.stringify({ company: idOf('0c', person), today }),
        }),
        tokens: async () =>
          (
            await dataSet.query(
              `select 'r:' || md5(n::text) as token from generate_series(1, ${dataSet.people}) n`,
            )
          ).rows.map(({ token }) => token as string),
      },
    },
  };
}
