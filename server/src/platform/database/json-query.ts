import type { Connection, Submittable } from 'pg';
import { prepareValue } from 'pg/lib/utils.js';

/** A prepared statement: its name at the server, and its text for the first time that a connection uses it. */
export interface Statement {
  name: string;
  text: string;
}

const statements = new Map<string, Statement>();

/**
 * The call of an entry point, a function of the schema `api`, with as many arguments (docs/decisions/0057-entry-points.md).
 * @param functionName without its schema.
 * @param before the name of an entry point that runs first in the same statement; the last argument is its only one.
 * @throws TypeError when `functionName` or `before` is no name of a function.
 */
export function statementOf(functionName: string, args: number, before?: string): Statement {
  const name = before ? `${before} ${functionName}/${args}` : `${functionName}/${args}`;
  let statement = statements.get(name);
  if (!statement) {
    for (const called of before ? [functionName, before] : [functionName]) {
      if (!/^[a-z_][a-z0-9_]*$/.test(called)) {
        throw new TypeError(`${called} is no name of a function`);
      }
    }
    const own = before ? args - 1 : args;
    const places = Array.from({ length: own }, (_, index) => `$${index + 1}`).join(', ');
    // A function in FROM is called before the select list is evaluated.
    const first = before ? ` from api.${before}($${args})` : '';
    statement = { name, text: `select api.${functionName}(${places})::text as json${first}` };
    statements.set(name, statement);
  }
  return statement;
}

/** What a query that submits itself uses of pg's connection, whose types are behind it. */
interface Wire {
  stream: { cork(): void; uncork(): void };
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
  parse(query: Statement & { types: number[] }): void;
  bind(config: {
    statement: string;
    values: readonly unknown[];
    valueMapper: typeof prepareValue;
  }): void;
  execute(config: object): void;
  sync(): void;
}

/**
 * A query that answers with a text for each row. Beside pg's own it saves what a call of every request can do without: the server
 * describing the answer each time, a row as an object, and an event for each message.
 */
export class JsonCall implements Submittable {
  readonly name: string;
  readonly text: string;
  readonly #args: readonly unknown[];
  readonly #texts: string[] = [];
  /** pg's own way to tell the end, which it wraps with its time limit. */
  callback: (error?: unknown) => void;

  /** Calls `answer` with the texts, `'null'` for SQL null, or `fail`; one of them, once. */
  constructor(
    { name, text }: Statement,
    args: readonly unknown[],
    answer: (texts: readonly string[]) => void,
    fail: (error: unknown) => void,
  ) {
    this.name = name;
    this.text = text;
    this.#args = args;
    this.callback = (error) => (error ? fail(error) : answer(this.#texts));
  }

  submit(connection: Connection): void {
    const wire = connection as unknown as Wire;
    const isKnown =
      wire.parsedStatements[this.name] ?? wire.submittedNamedStatements[this.name] ?? null;
    wire.stream.cork();
    try {
      if (isKnown === null) {
        wire.parse({ name: this.name, text: this.text, types: [] });
        wire.submittedNamedStatements[this.name] = this.text;
      }
      wire.bind({ statement: this.name, values: this.#args, valueMapper: prepareValue });
      wire.execute({});
      wire.sync();
    } finally {
      wire.stream.uncork();
    }
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.#texts.push(fields[0] ?? 'null');
  }

  handleError(error: unknown): void {
    this.callback(error);
  }

  handleReadyForQuery(): void {
    this.callback();
  }

  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handleRowDescription(): void {}
}
