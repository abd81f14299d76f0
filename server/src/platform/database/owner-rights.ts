import type { Client } from 'pg';
import { isSetUp } from './key-proof.ts';
import { roles } from './pools.ts';

interface Rights {
  me: string;
  database: string;
  has_logins: boolean;
  may_make_logins: boolean;
  owns_database: boolean;
  owns_public: boolean;
  has_trgm: boolean;
  is_trgm_installed: boolean;
}

/**
 * Checks that the owner can set up the database, before anything is written.
 * @throws Error with the SQL that gives what is missing.
 */
export async function assertOwnerRights(client: Client): Promise<void> {
  const isNew = !(await isSetUp(client));
  const { rows } = await client.query<Rights>(
    `select quote_ident(current_user) as me, quote_ident(current_database()) as database,
            (select count(*) from pg_roles where rolname = any ($1)) = cardinality($1::text[]) as has_logins,
            r.rolsuper or r.rolcreaterole as may_make_logins,
            pg_has_role(d.datdba, 'usage') as owns_database,
            has_schema_privilege('public', 'create') as owns_public,
            exists (select from pg_extension where extname = 'pg_trgm') as has_trgm,
            exists (select from pg_available_extensions where name = 'pg_trgm') as is_trgm_installed
       from pg_roles r, pg_database d where r.rolname = current_user and d.datname = current_database()`,
    [[...roles]],
  );
  const { me, database, ...rights } = rows[0]!;
  if (isNew && !rights.has_trgm && !rights.is_trgm_installed)
    throw new Error(
      'DATABASE_URL: this PostgreSQL lacks the extension pg_trgm: install the package of its additional modules (Debian: ' +
        'postgresql-contrib, Red Hat: postgresql18-contrib), or allow pg_trgm where the service is managed. Nothing was changed.',
    );
  const remedies = [
    !rights.has_logins && !rights.may_make_logins && `alter role ${me} createrole;`,
    isNew && !rights.owns_database && `alter database ${database} owner to ${me};`,
    isNew && !rights.owns_public && 'alter schema public owner to pg_database_owner;',
    // The first start makes it in a schema of its own.
    isNew && rights.has_trgm && 'drop extension pg_trgm;',
  ].filter((one) => one !== false);
  if (remedies.length > 0)
    throw new Error(
      `DATABASE_URL: the user ${me} cannot set up this database. Type as a superuser in the database ${database}: ` +
        `${remedies.join(' ')} Nothing was changed.`,
    );
}
