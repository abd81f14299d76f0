import { serve } from '@hono/node-server';
import { App } from '@supabase/lite';
import { createPostgresConnection } from '@supabase/lite/postgres';

/** @supabase/lite as it is embedded for production: no admin mode, no studio. */
const { PGHOST, PGPORT, PGUSER, PGPASSWORD, PGDATABASE } = process.env;
const connection = createPostgresConnection({
  url: `postgres://localhost/${PGDATABASE}`,
  postgresOptions: {
    path: `${PGHOST}/.s.PGSQL.${PGPORT}`,
    username: PGUSER,
    password: PGPASSWORD,
    max: Number(process.env.CONNECTIONS),
  },
});
const app = new App({
  connection,
  auth: { enabled: true, jwt_secret: process.env.JWT_SECRET },
  studio: { enabled: false },
  options: { server: { apiKeys: false, admin: false } },
});
serve({
  port: Number(process.env.PORT),
  hostname: '127.0.0.1',
  fetch: (request, env) =>
    new URL(request.url).pathname === '/ready'
      ? new Response('ready')
      : app.fetch(request, { peerAddress: env.incoming.socket.remoteAddress ?? null }),
});
