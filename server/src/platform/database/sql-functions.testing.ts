import type { Client } from 'pg';

/** A function of the schema `api` (docs/decisions/0001-one-sql-function-a-screen.md). */
interface EntryPoint {
  name: string;
  parameters: { name: string; type: string }[];
}

/** What the server sends with every call of a person, in this order; see call-function.ts. */
const caller = ['p_user_id', 'p_session_id', 'p_now'];
const idempotency = ['p_key', 'p_request_hash'];

/** The text of sql-functions.ts, as the catalogue of a migrated database has it and `npm run format` leaves it. */
export async function sqlFunctionsModule(client: Client): Promise<string> {
  const functions = await readEntryPoints(client);
  const ofCaller = functions.filter((one) => beginsWith(one, caller));
  const isIdempotent = (one: EntryPoint) => beginsWith(one, [...caller, ...idempotency]);
  return [
    head,
    constant(
      'callerFunctions',
      'User, session and time come first and are not listed.',
      ofCaller.filter((one) => !isIdempotent(one)),
      caller.length,
    ),
    constant(
      'idempotentFunctions',
      'As callerFunctions, and done once under an idempotency key: key and request hash are not listed either.',
      ofCaller.filter(isIdempotent),
      caller.length + idempotency.length,
    ),
    constant(
      'otherFunctions',
      'Functions of jobs, batches, accounts and commands: every argument is listed.',
      functions.filter((one) => !ofCaller.includes(one)),
      0,
    ),
  ].join('\n');
}

const head = `/**
 * The SQL functions that the server may call, those of the schema \`api\`: their arguments in order,
 * without the prefix \`p_\`, each with its SQL type. \`npm run sql-callers\` writes this file from the catalogue; do not edit it.
 */
`;

const beginsWith = ({ parameters }: EntryPoint, names: readonly string[]) =>
  names.every((name, place) => parameters[place]?.name === name);

function constant(name: string, about: string, functions: EntryPoint[], skipped: number): string {
  const lines = functions.map((one) => entry(one, skipped));
  return `/** ${about} */\nexport const ${name} = {\n${lines.join('')}} as const;\n`;
}

/** The width of a line in this repository. */
const WIDTH = 100;

function entry({ name, parameters }: EntryPoint, skipped: number): string {
  const fields = parameters.slice(skipped).map(fieldOf);
  const line = `  ${name}: {${fields.length > 0 ? ` ${fields.join(', ')} ` : ''}},`;
  if (line.length <= WIDTH) return `${line}\n`;
  return `  ${name}: {\n${fields.map((field) => `    ${field},\n`).join('')}  },\n`;
}

const fieldOf = ({ name, type }: EntryPoint['parameters'][number]) =>
  `${name.replace(/^p_/, '')}: '${type.replace('timestamp with time zone', 'timestamptz')}'`;

async function readEntryPoints(client: Client): Promise<EntryPoint[]> {
  const { rows } = await client.query<EntryPoint>(`
    select p.proname as name, coalesce((
             select json_agg(json_build_object('name', a.name, 'type', format_type(a.type, null)) order by a.place)
               from unnest(p.proargtypes::oid[], p.proargnames[:p.pronargs]) with ordinality as a(type, name, place)), '[]')
             as parameters
      from pg_proc p where p.pronamespace = 'api'::regnamespace
     order by p.proname collate "C", p.oid`);
  return rows;
}
