import type { Connection, Submittable } from 'pg';
import { prepareValue } from 'pg/lib/utils.js';

/** A prepared statement: its name on the server, and its text, which a connection sends once. */
export interface Statement {
  name: string;
  text: string;
}

const statements = new Map<string, Statement>();

/**
 * The statement that calls an entry point: a SQL function of the schema `api`, named without it
 * (docs/decisions/0057-entry-points.md).
 * @param before an entry point that runs first in the same statement; its only argument is the last one.
 * @throws TypeError when `functionName` or `before` is not a function's name.
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
    // A function in FROM is evaluated before the select list.
    const first = before ? ` from api.${before}($${args})` : '';
    statement = { name, text: `select api.${functionName}(${places})::text as json${first}` };
    statements.set(name, statement);
  }
  return statement;
}

/** The parts of pg's connection used here, which its types leave out. */
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
 * A query that returns one text for each row. It is faster than pg's own because it skips the row description, an
 * object for each row and an event for each message.
 */
export class JsonCall implements Submittable {
  readonly name: string;
  readonly text: string;
  readonly #args: readonly unknown[];
  readonly #texts: string[] = [];
  /** Called by pg at the end; pg wraps it with its time limit. */
  callback: (error?: unknown) => void;

  /** Calls either `answer`, with the texts (`'null'` for SQL null), or `fail`, once. */
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
