import { readFile } from 'node:fs/promises';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { repositoryRoot } from '#server/platform/config/repository-root.ts';
import { roles } from '#server/platform/database/pools.ts';

/**
 * What the servers of a release call in the database: SQL functions with their arguments and results, and columns that the code
 * names itself. The next release's schema offers all of it still, because both run side by side: expand, then contract.
 */

/** A call or column, one fact a line, such as `api.read_mail(uuid, date, boolean) returns json`. */
interface Offer {
  /** The function or table, with its schema. */
  name: string;
  /** The column of a table; null for a function. */
  column: string | null;
  /** Whether it is a function that the server may call: of the schema `api`, and granted to a login. */
  isEntryPoint: boolean;
  facts: string[];
}

/** Schemas of PostgreSQL and of packages. */
const foreignSchemas = `('pg_catalog', 'information_schema', 'pg_toast', 'graphile_worker')`;

/** Everything that our schemas of a database offer. */
export async function offersOf(client: Client): Promise<Offer[]> {
  return [...(await functionsOf(client)), ...(await columnsOf(client))];
}

async function functionsOf(client: Client): Promise<Offer[]> {
  const { rows } = await client.query<{
    name: string;
    types: string[];
    defaults: number;
    result: string;
    fields: string[];
    roles: string[];
  }>(
    `select n.nspname || '.' || p.proname as name, p.pronargdefaults as defaults,
            array(select format_type(t, null) from unnest(p.proargtypes) with ordinality as a (t, i) order by i) as types,
            case when p.proretset then 'setof ' else '' end || format_type(p.prorettype, null) as result,
            array(select name || ' ' || format_type(t, null)
                    from unnest(p.proargnames, p.proallargtypes, p.proargmodes) as a (name, t, mode) where mode in ('o', 'b', 't')
                  union all
                  select a.attname || ' ' || format_type(a.atttypid, a.atttypmod) from pg_attribute a
                   where a.attrelid = r.typrelid and r.typtype = 'c' and a.attnum > 0 and not a.attisdropped) as fields,
            array(select role from unnest($1::text[]) as role where has_function_privilege(role, p.oid, 'execute')) as roles
       from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_type r on r.oid = p.prorettype
      where n.nspname not in ${foreignSchemas} and p.prokind in ('f', 'p') and p.prorettype <> 'trigger'::regtype
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
      order by 1, 3`,
    [[...roles]],
  );
  // A caller may leave out the last arguments, as many as have defaults.
  const calls = rows.flatMap((row) =>
    Array.from({ length: row.defaults + 1 }, (_, left) => ({
      ...row,
      types: row.types.slice(0, row.types.length - left),
    })),
  );
  const likeCount = new Map<string, number>();
  const kindOf = ({ name, types }: { name: string; types: string[] }) =>
    `${name} with ${types.length} arguments`;
  for (const call of calls) likeCount.set(kindOf(call), (likeCount.get(kindOf(call)) ?? 0) + 1);
  return calls.map((call) => {
    const signature = `${call.name}(${call.types.join(', ')})`;
    return {
      name: call.name,
      column: null,
      isEntryPoint: call.name.startsWith('api.') && call.roles.length > 0,
      facts: [
        `${signature} returns ${call.result}`,
        ...call.fields.map((field) => `${signature} returns the column ${field}`),
        ...call.roles.map((role) => `${signature} is for ${role}`),
        // Arguments are sent without their types: of two functions PostgreSQL would not know which one is meant.
        `${kindOf(call)}: ${likeCount.get(kindOf(call))} in all`,
      ],
    };
  });
}

async function columnsOf(client: Client): Promise<Offer[]> {
  const { rows } = await client.query<{
    name: string;
    column: string;
    type: string;
    rights: string[];
  }>(
    `select n.nspname || '.' || c.relname as name, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
            array(select role || ' may ' || privilege from unnest($1::text[]) as role, unnest('{select,insert,update}'::text[]) as privilege
                   where has_column_privilege(role, c.oid, a.attnum, privilege)
                  union all
                  select role || ' may delete' from unnest($1::text[]) as role where has_table_privilege(role, c.oid, 'delete')) as rights
       from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
      where n.nspname not in ${foreignSchemas} and c.relkind in ('r', 'p', 'v', 'm') and a.attnum > 0 and not a.attisdropped
      order by 1, a.attnum`,
    [[...roles]],
  );
  return rows.map(({ name, column, type, rights }) => ({
    name,
    column,
    isEntryPoint: false,
    facts: [
      `${name}.${column} is ${type}`,
      ...rights.map((right) => `${name}.${column}: ${right}`),
    ],
  }));
}

/**
 * The facts on which this build's server depends, sorted: of the functions that it may call, and of the columns that SQL in its
 * code names with their tables.
 */
export async function callsOfServer(offers: Offer[]): Promise<string[]> {
  const files = globSync('server/src/**/*.ts', {
    cwd: repositoryRoot,
    exclude: (file) => file.endsWith('.test.ts'),
  });
  const sources = await Promise.all(
    files.map((file) => readFile(join(repositoryRoot, file), 'utf8')),
  );
  const words = wordsByTable(sources.flatMap(textsIn));
  const isUsed = ({ name, column, isEntryPoint }: Offer) =>
    column === null
      ? isEntryPoint
      : (words.get(name.replace(/^public\./, ''))?.has(column) ?? false);
  return [...new Set(offers.filter(isUsed).flatMap(({ facts }) => facts))].sort();
}

/** What stands in quotes, comments left out. */
const textsIn = (source: string): string[] =>
  [
    ...source
      .replaceAll(/\/\*\*?[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
      .matchAll(/'((?:\\.|[^'\\\n])*)'|`([^`]*)`/g),
  ].map(([, quoted, template]) => quoted ?? template ?? '');

/** The words of all SQL statements among the texts that name a table, by that table. */
function wordsByTable(texts: string[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const text of texts.filter((one) => /\b(?:select|insert|update|delete)\s/i.test(one))) {
    for (const [, table] of text.matchAll(/\b(?:from|join|into|update)\s+([a-z_.]+)/gi)) {
      const words = found.get(table!) ?? new Set<string>();
      for (const [word] of text.matchAll(/[a-z_]+/g)) words.add(word);
      found.set(table!, words);
    }
  }
  return found;
}

/** What of the calls of a release a schema does not offer any more. */
export function brokenCalls(calls: string[], offers: Offer[]): string[] {
  const offered = new Set(offers.flatMap(({ facts }) => facts));
  return calls.filter((fact) => !offered.has(fact));
}

/** The calls of a release as a file: its name and level, then one fact a line. */
interface ReleaseCalls {
  release: string;
  /** As of {@link Build.level}. */
  level: number;
  calls: string[];
}

export const writeCalls = ({ release, level, calls }: ReleaseCalls): string =>
  [`release ${release} level ${level}`, ...calls, ''].join('\n');

/** @throws Error when the text is no such file. */
export function readCalls(text: string): ReleaseCalls {
  const [head = '', ...calls] = text.split('\n').filter(Boolean);
  const [, release, level] = /^release (\S+) level (\d+)$/.exec(head) ?? [];
  if (!release || calls.length === 0) throw new Error('These are no calls of a release.');
  return { release, level: Number(level), calls };
}

const folder = join(repositoryRoot, 'server/testing/releases');

/** The first release whose servers the next one's schema serves. */
export const FIRST_SERVED = '0.2.0';

/** The calls of the newest release that has been recorded; undefined before {@link FIRST_SERVED}. */
export async function newestReleaseCalls(): Promise<ReleaseCalls | undefined> {
  const files = globSync('*.calls.txt', { cwd: folder });
  const all = await Promise.all(
    files.map(async (file) => readCalls(await readFile(join(folder, file), 'utf8'))),
  );
  return all.sort((a, b) => a.level - b.level).at(-1);
}

/** Where the calls of a release are recorded. */
export const callsFile = (release: string): string => join(folder, `${release}.calls.txt`);
