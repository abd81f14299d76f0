import express from 'express';
import { ParseServer } from 'parse-server';

/** Parse Server as its guide to production says: direct access, no verbose log, its schema read once and kept. */
const { PARSE_URL, PORT, MASTER_KEY } = process.env;
const lists = ['current', 'waiting', 'old'];
const ticketFields =
  'ticket_number,status,amount_sar,repayment_term,description,invoice_url,created_local_date,agency_name'.split(
    ',',
  );
const installmentFields = ['ticket', 'seq', 'due_date', 'amount_sar', 'paid_amount', 'status'];

/** The dashboard as Parse Server has screens made of several questions: one function, its questions side by side. */
function cloud(Parse) {
  Parse.Cloud.define('dashboard', async ({ user, params }) => {
    const as = { sessionToken: user.getSessionToken(), json: true };
    const company = new Parse.Object('Company', { id: params.company });
    const tickets = (list) =>
      new Parse.Query('Ticket')
        .equalTo('company', company)
        .equalTo('list', list)
        .descending('createdAt')
        .select(...ticketFields)
        .limit(20)
        .find(as);
    const installments = Parse.Query.or(
      new Parse.Query('Installment').greaterThanOrEqualTo('due_date', params.today),
      new Parse.Query('Installment').equalTo('status', 'Overdue'),
    )
      .equalTo('company', company)
      .equalTo('list', 'current')
      .ascending('due_date')
      .select(...installmentFields)
      .limit(200)
      .find(as);
    const found = await Promise.all([
      new Parse.Query('Company').get(params.company, as),
      installments,
      ...lists.map(tickets),
    ]);
    const [owner, owed, ...pages] = found;
    return { company: owner, installments: owed, tickets: pages };
  });
}

const parse = new ParseServer({
  cloud,
  databaseURI: PARSE_URL,
  // They go to pg-promise as they are, over what the address says.
  databaseOptions: { host: process.env.PGHOST, max: Number(process.env.CONNECTIONS) },
  appId: 'bench',
  masterKey: MASTER_KEY,
  serverURL: `http://localhost:${PORT}/parse`,
  directAccess: true,
  // Sessions and roles are remembered for an hour instead of five seconds.
  cacheTTL: 3_600_000,
  allowClientClassCreation: false,
  logLevel: 'error',
  logsFolder: null,
  silent: true,
  verbose: false,
});
await parse.start();
const app = express();
app.get('/ready', (_request, response) => response.end('ready'));
app.use('/parse', parse.app);
app.listen(Number(PORT), '127.0.0.1');
