import assert from 'node:assert/strict';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { riyadhDate } from '#domain/calendar.ts';
import { AppError } from '#server/platform/app-error.ts';
import {
  callIdempotent,
  type IdempotentArgs,
  type IdempotentFunction,
} from '#server/platform/database/call-function.ts';
import type { CallContext, Caller } from '#server/platform/http/operations.ts';
import type { TestDatabase } from '../../../testing/database.ts';
import {
  Books,
  noteStops,
  type ModelAgency,
  type ModelCompany,
  type Verdict,
} from '../model/books.ts';
import { randomFrom } from '#server/product-client/random-from.ts';

/** Where simulations run, one after another. */
export interface Environment {
  database: TestDatabase;
  owner: Client;
  staff: readonly [Caller, Caller];
}

/** Something that may happen next; how likely, beside the others. */
export interface Step {
  weight: number;
  run: () => Promise<void>;
}

/** A step that has something to act on; none where it has not. */
export const possible = <On>(
  weight: number,
  on: On | undefined,
  run: (on: On) => Promise<void>,
): Step[] => (on === undefined ? [] : [{ weight, run: () => run(on) }]);

/** One simulation: the model and the product are told the same, and answer the same. */
export class Simulation {
  readonly environment: Environment;
  readonly seed: number;
  readonly start: Date;
  readonly books: Books;
  readonly callers = new Map<ModelCompany | ModelAgency, Caller>();
  /** What the last analysis of each company read. */
  readonly analysedInputs = new Map<string, unknown>();
  /** How many operations have been tried. */
  operations = 0;
  readonly #random: () => number;
  #count = 0;

  constructor(environment: Environment, seed: number, start: Date) {
    this.environment = environment;
    this.seed = seed;
    this.start = start;
    this.#random = randomFrom(seed);
    this.books = new Books(start, riyadhDate(start));
  }

  chance(share: number): boolean {
    return this.#random() < share;
  }

  randomBelow(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  pick<Item>(items: readonly Item[]): Item | undefined {
    return items[this.randomBelow(items.length)];
  }

  /** Mostly one of those that can, sometimes any. */
  among<Item>(items: readonly Item[], can: (item: Item) => boolean): Item | undefined {
    return this.pick(this.chance(0.96) ? items.filter(can) : items);
  }

  /** A step's weight: higher until this simulation has made the transition, so that each is met often enough. */
  weightOf(transition: string, weight: number): number {
    return this.books.made.has(transition) ? weight : weight * 2.5;
  }

  /** A name that nothing else in this database has. */
  name(of: string): string {
    return `${of}-${this.seed}-${(this.#count += 1)}`;
  }

  by(caller: Caller): CallContext {
    const idempotency = { key: randomUUID(), request_hash: randomBytes(32) };
    return { caller, now: this.books.now, idempotency };
  }

  as(who: ModelCompany | ModelAgency): CallContext {
    return this.by(this.callers.get(who)!);
  }

  staff<Name extends IdempotentFunction>(
    operation: Name,
    who: number,
    ...args: IdempotentArgs<Name>
  ): Promise<string> {
    const { database, staff } = this.environment;
    return callIdempotent(database.pools.staff, operation, this.by(staff[who]!), ...args);
  }

  /** The product's reply, null where it refuses; either must be what the model says. */
  async expectSame<Reply>(
    what: string,
    expected: Verdict,
    real: Promise<Reply>,
  ): Promise<Reply | null> {
    const found = await real.then(
      (reply) => ({ verdict: 'accepted', reply }),
      (error: unknown) => ({ verdict: codeOf(error), reply: null }),
    );
    assert.deepEqual([what, found.verdict], [what, expected]);
    this.operations += 1;
    noteStops(this.books);
    await this.#readReplacements();
    return found.reply;
  }

  /** The ids of payments that stand in the place of others since. */
  async #readReplacements(): Promise<void> {
    for (const { id, movedTo } of this.books.payments) {
      if (movedTo?.id !== '') continue;
      const [found] = await this.rows<{ id: string }>(
        'select moved_to_payment_id as id from payments where id = $1',
        id,
      );
      movedTo.id = found!.id;
    }
  }

  async rows<Row extends object>(sql: string, ...values: unknown[]): Promise<Row[]> {
    // Named, a statement is planned once.
    const name = createHash('sha1').update(sql).digest('hex');
    return (await this.environment.owner.query<Row>({ name, text: sql, values })).rows;
  }

  /** Takes one of the steps. */
  async take(steps: readonly Step[]): Promise<void> {
    let place = this.#random() * steps.reduce((sum, { weight }) => sum + weight, 0);
    await steps.find(({ weight }) => (place -= weight) < 0)!.run();
  }
}

function codeOf(error: unknown): Verdict {
  if (error instanceof AppError) return error.code;
  throw error;
}
