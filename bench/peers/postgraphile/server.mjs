import { createServer } from 'node:http';
import jwt from 'jsonwebtoken';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { addPgTableCondition } from 'postgraphile/utils';

/** PostGraphile as its guide to production says: no GraphiQL, no explaining. */
const { PGHOST, PGPORT, PGUSER, PGPASSWORD, PGDATABASE, JWT_SECRET, PORT } = process.env;
const verified = new Map();
const claimsOf = (token) => {
  let claims = verified.get(token);
  if (!claims) verified.set(token, (claims = jwt.verify(token, JWT_SECRET)));
  return claims;
};
/** Installments that are not paid (true) or paid; a condition on a column knows "is" alone. */
const isOpen = addPgTableCondition(
  { schemaName: 'public', tableName: 'ticket_installments' },
  'isOpen',
  ({ graphql }) => ({ type: graphql.GraphQLBoolean }),
  (wanted, { sql, sqlTableAlias }) =>
    sql`${sqlTableAlias}.status ${wanted ? sql`<>` : sql`=`} 'Paid'`,
);
const pgl = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [
    makePgService({
      poolConfig: {
        host: PGHOST,
        port: Number(PGPORT),
        user: PGUSER,
        password: PGPASSWORD,
        database: PGDATABASE,
        max: Number(process.env.CONNECTIONS),
      },
      schemas: ['public'],
    }),
  ],
  gather: { pgStrictFunctions: false },
  plugins: [isOpen],
  disablePlugins: ['PgProceduresPlugin', 'PgCustomTypeFieldPlugin'],
  schema: {
    defaultBehavior: '+condition +attribute:filterBy +attribute:orderBy -insert -update -delete',
  },
  grafserv: { port: Number(PORT), graphqlPath: '/graphql', graphiql: false, watch: false },
  grafast: {
    explain: false,
    context: ({ node }) => {
      const token = node?.req.headers.authorization?.slice(7);
      if (!token) return { pgSettings: { role: 'hamla_app' } };
      const { sub, company_id } = claimsOf(token);
      return {
        pgSettings: {
          role: 'hamla_app',
          'hamla.user_id': sub,
          'hamla.role': 'company',
          'hamla.company_id': company_id,
        },
      };
    },
  },
});
const serv = pgl.createServ(grafserv);
const server = createServer();
await pgl.getSchema();
await serv.addTo(server);
const [answer] = server.listeners('request');
server.removeAllListeners('request').on('request', (request, response) => {
  if (request.url === '/ready') response.end('ready');
  else answer(request, response);
});
server.listen(Number(PORT), '127.0.0.1');
