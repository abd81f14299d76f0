import type { Client } from 'pg';
import { roles } from './pools.ts';

/**
 * The objects of a database, one a line: name, tab, definition. Comparing them finds a missing or changed table,
 * column, constraint, index, trigger, policy, function or grant.
 */

const named = (schema: string, name: string) => `format('%I.%I', ${schema}, ${name})`;
const granted = (acl: string, object: string, toEverybody = 'true') => `
  select format('grant of %s on %s to %s', lower(a.privilege_type), ${object}, coalesce(g.rolname, 'everybody')), ''
    from aclexplode(${acl}) a left join pg_roles g on g.oid = a.grantee
   where (a.grantee = 0 and ${toEverybody}) or g.rolname in (${roles.map((role) => `'${role}'`).join(', ')})`;
/** Functions of extensions change with the extension. */
const notOfExtension = `not exists (
  select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')`;

const objects = `
  with schemas as materialized (
    select oid, nspname, nspacl from pg_namespace where nspname in ('public', 'api', 'auth', 'graphile_worker')
  ), relations as materialized (
    select c.oid, c.relkind, c.relowner, c.relacl, c.relrowsecurity, c.relforcerowsecurity, ${named('s.nspname', 'c.relname')} as name
      from pg_class c join schemas s on s.oid = c.relnamespace where c.relkind in ('r', 'p', 'v', 'm', 'S')
  ), functions as materialized (
    select p.*, ${named('s.nspname', 'p.proname')} || '(' || pg_get_function_identity_arguments(p.oid) || ')' as name
      from pg_proc p join schemas s on s.oid = p.pronamespace where ${notOfExtension}
  ), objects (name, content) as (
    select 'schema ' || quote_ident(nspname), '' from schemas
    union all
    select 'extension ' || quote_ident(extname), '' from pg_extension
    union all
    select case relkind when 'S' then 'sequence ' when 'v' then 'view ' when 'm' then 'materialized view ' else 'table ' end || name,
           concat_ws(', ', case when relrowsecurity then 'row security' end, case when relforcerowsecurity then 'forced' end)
      from relations
    union all
    select format('column %I of %s', a.attname, r.name),
           concat_ws(', ', format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end,
                     case when a.atthasdef then 'default' end, nullif(a.attidentity, ''), nullif(a.attgenerated, ''))
      from relations r join pg_attribute a on a.attrelid = r.oid
     where r.relkind in ('r', 'p', 'v', 'm') and a.attnum > 0 and not a.attisdropped
    union all
    select format('constraint %I of %s', c.conname, r.name),
           concat_ws(', ', c.contype, (select string_agg(a.attname, ' ' order by k.place) from unnest(c.conkey) with ordinality k (num, place)
                                  join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.num),
                     (select f.name from relations f where f.oid = c.confrelid), nullif(c.confdeltype, ' '),
                     case when not c.convalidated then 'not validated' end, case when not c.conenforced then 'not enforced' end)
      from pg_constraint c join relations r on r.oid = c.conrelid where c.contype <> 'n'
    union all
    select format('index %I of %s', i.relname, r.name),
           concat_ws(', ', (select string_agg(a.attname, ' ' order by a.attnum) from pg_attribute a where a.attrelid = i.oid),
                     case when x.indisunique then 'unique' end, case when x.indpred is not null then 'partial' end,
                     case when not x.indisvalid then 'invalid' end)
      from pg_index x join relations r on r.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
    union all
    select format('trigger %I of %s', t.tgname, r.name),
           concat_ws(', ', p.proname, t.tgtype, case when t.tgenabled <> 'O' then 'not enabled' end,
                     case when t.tgqual is not null then 'conditional' end)
      from pg_trigger t join relations r on r.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid where not t.tgisinternal
    union all
    select format('policy %I of %s', l.polname, r.name),
           concat_ws(', ', l.polcmd, l.polpermissive,
                     (select string_agg(case when g.oid = r.relowner then 'the owner' else g.rolname end, ' ' order by g.rolname)
                        from pg_roles g where g.oid = any (l.polroles)),
                     md5(concat_ws(' ', pg_get_expr(l.polqual, l.polrelid), pg_get_expr(l.polwithcheck, l.polrelid))))
      from pg_policy l join relations r on r.oid = l.polrelid
    union all
    select 'function ' || name,
           concat_ws(', ', md5(prosrc), case when prosecdef then 'definer' end, provolatile, array_to_string(proconfig, ' '))
      from functions
    union all select g.* from schemas s cross join lateral (${granted('s.nspacl', "'schema ' || quote_ident(s.nspname)")}) g
    union all select g.* from relations r cross join lateral (${granted('r.relacl', 'r.name')}) g
    union all select g.* from functions f cross join lateral (${granted('f.proacl', "'function ' || f.name", 'f.prosecdef')}) g
    union all
    select g.* from relations r join pg_attribute t on t.attrelid = r.oid and t.attacl is not null
      cross join lateral (${granted('t.attacl', "format('column %I of %s', t.attname, r.name)")}) g
  ), lines as (
    select name || E'\t' || content as line from objects
  )`;

/** Reads the lines of all objects, sorted bytewise. */
export async function readCatalogue(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(
    `${objects} select line from lines order by line collate "C"`,
  );
  return rows.map(({ line }) => line);
}

/** One hash of all lines: MD5, hexadecimal. */
export async function catalogueHash(client: Client): Promise<string> {
  const { rows } = await client.query<{ hash: string }>(
    `${objects} select md5(string_agg(line, E'\\n' order by line collate "C")) as hash from lines`,
  );
  return rows[0]!.hash;
}

const nameOf = (line: string) => line.slice(0, line.indexOf('\t'));

/** A definition that is not compared, because replayed files change what migrations made. */
const any = '*';

/**
 * The objects that migrations make and no replayed file redefines, for `npm run record-migrations`. Grants are left
 * out, because replayed files change them.
 * @param tables the catalogue after the migrations only; `whole`: after everything.
 */
export function tablesOf(tables: string[], whole: string[]): string[] {
  const lines = new Set(whole);
  const names = new Set(whole.map(nameOf));
  return tables.flatMap((line) => {
    if (line.startsWith('grant ')) return [];
    if (lines.has(line)) return [line];
    const isKept =
      names.has(nameOf(line)) && /^(table|column|constraint|index|trigger) /.test(line);
    return isKept ? [`${nameOf(line)}\t${any}`] : [];
  });
}

/**
 * Whether definitions can be compared with the recorded ones: another version of PostgreSQL may format an expression
 * differently.
 */
export async function readsAsRecorded(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ major: number }>(
    `select current_setting('server_version_num')::int / 10000 as major`,
  );
  return rows[0]!.major === 18;
}

/**
 * The wanted objects that are missing or have another definition.
 * @param isExact whether definitions are compared, or names only.
 */
export function missingObjects(wanted: string[], present: string[], isExact = true): string[] {
  const lines = new Set(present);
  const names = new Set(present.map(nameOf));
  return wanted.flatMap((line) => {
    const name = nameOf(line);
    if (!names.has(name)) return [name];
    return !isExact || lines.has(line) || line.endsWith(`\t${any}`)
      ? []
      : [`${name} as it was made`];
  });
}

/** The names of objects that no longer exist. */
export function goneObjects(before: string[], present: string[]): string[] {
  const names = new Set(present.map(nameOf));
  return before.map(nameOf).filter((name) => !names.has(name));
}
