import { riyadhDate } from '#domain/calendar.ts';
import { idOf, type DataSet } from '../data-set/data-set.ts';
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

const camel = (columns: string) =>
  columns
    .split(',')
    .map((column) =>
      column
        .replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
        .replace(/^id$/, 'rowId'),
    )
    .join(' ');

interface Answer {
  data: { companyByRowId: Record<List, { nodes: Node[] }> };
}
type Node = Row & { agencyTitle: { name: string }; installments?: { nodes: Row[] } };

/** A row by the columns' names. */
const snake = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replace(/^rowId$/, 'id').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );

/** PostGraphile, asked by one query. */
export async function startPostGraphile(dataSet: DataSet): Promise<Peer> {
  await addSchema(dataSet, 'postgraphile');
  const server = await startPeer('postgraphile', dataSet, { CONNECTIONS: '10' });
  const asked = (name: string) =>
    `${name}: ticketsByCompanyId(condition: {companyList: "${name}"}, orderBy: [CREATED_AT_DESC, ROW_ID_DESC], first: 20) { nodes { ${camel(ticketColumns)} agencyTitle { name }${name === 'current' ? ` installments(condition: {dueFrom: $today}) { nodes { ${camel(installmentColumns)} } }` : ''} } }`;
  const query = `query d($id: UUID!, $today: Date!) { companyByRowId(rowId: $id) { rowId name website address phone email contactName contactTitle businessArea revenueLast6Months profileCompleted totalApprovalBudget createdAt updatedAt ${lists.map(asked).join(' ')} } }`;
  const today = riyadhDate(new Date());
  const post = (token: string, body: object): HttpRequest => ({
    method: 'POST',
    path: '/graphql',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return {
    name: 'PostGraphile',
    server,
    dashboardOf: ({ data: { companyByRowId: company } }: Answer) => {
      const tickets = (list: List) =>
        company[list].nodes.map((ticket) => ({
          ...snake(ticket),
          agency_name: ticket.agencyTitle.name,
        }));
      const installments = company.current.nodes.flatMap((node) => node.installments!.nodes);
      return {
        current: tickets('current'),
        waiting: tickets('waiting'),
        old: tickets('old'),
        installments: installments.map(snake),
      };
    },
    tables: (company, token) =>
      ['allTickets', 'allTicketInstallments'].map((table) =>
        post(token, {
          query: `query t($id: UUID!) { ${table}(condition: {companyId: $id}, first: 20) { nodes { rowId } } }`,
          variables: { id: idOf('0c', company) },
        }),
      ),
    operations: {
      'company dashboard': {
        tokens: () => signedTokens(dataSet, (number) => ({ company_id: idOf('0c', number) })),
        request: (_, person, token) =>
          post(token, { query, variables: { id: idOf('0c', person), today } }),
      },
    },
  };
}
