import { createServer } from 'node:http';
import jwt from 'jsonwebtoken';
import { postgraphile } from 'postgraphile';
import { TYPES } from 'postgraphile/@dataplan/pg';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { addPgTableCondition } from 'postgraphile/utils';

/** PostGraphile as its guide to production says: no GraphiQL, no explaining. */
const { JWT_SECRET, PORT } = process.env;
const verified = new Map();
const claimsOf = (token) => {
  let claims = verified.get(token);
  if (!claims) verified.set(token, (claims = jwt.verify(token, JWT_SECRET)));
  return claims;
};
/** Installments that are due from this day on, or overdue; a condition on a column knows "is" alone. */
const dueFrom = addPgTableCondition(
  { schemaName: 'public', tableName: 'ticket_installments' },
  'dueFrom',
  ({ getTypeByName }) => ({ type: getTypeByName('Date') }),
  (day, { sql, sqlTableAlias, sqlValueWithCodec }) =>
    sql`(${sqlTableAlias}.due_date >= ${sqlValueWithCodec(day, TYPES.date)} or ${sqlTableAlias}.status = 'Overdue')`,
);
/** Tells PostGraphile a type that it does not know, and a behaviour that a plugin left out would have named. */
const benchPlugin = {
  name: 'BenchPlugin',
  gather: {
    hooks: {
      pgCodecs_findPgCodec(_, event) {
        if (event.pgType.typname === 'xid8') event.pgCodec = TYPES.bigint;
      },
    },
  },
  schema: {
    behaviorRegistry: {
      add: { 'resource:connection:backwards': { description: '', entities: ['pgResource'] } },
    },
  },
};
const pgl = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [
    makePgService({
      poolConfig: { max: Number(process.env.CONNECTIONS) },
      schemas: ['public'],
    }),
  ],
  gather: { pgStrictFunctions: false },
  plugins: [dueFrom, benchPlugin],
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
