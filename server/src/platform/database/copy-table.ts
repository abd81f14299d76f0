import type { Client, Connection, Submittable } from 'pg';

/** What pg's client calls of a command while it is the active one; pg itself has no COPY. */
interface CopyCommand extends Submittable {
  handleCopyInResponse(connection: CopyingConnection): void;
  handleCopyData(message: { chunk: Buffer }, connection: CopyingConnection): void;
  handleRowDescription(): void;
  handleDataRow(): void;
  handleCommandComplete(): void;
  handleReadyForQuery(): void;
  handleError(error: Error): void;
}

/** Methods that pg's types leave out. */
type CopyingConnection = Connection & {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
};

/**
 * Copies rows from one database to another by COPY in PostgreSQL's text format, at the pace of the slower one. Both
 * connections write values in the same way (DateStyle and the like).
 * @param columns quoted and comma-separated, the same on both sides.
 */
export async function copyTable(
  { source, target }: { source: Client; target: Client },
  table: string,
  columns: string,
): Promise<void> {
  const begun = Promise.withResolvers<CopyingConnection>();
  const written = run(target, `copy ${table} (${columns}) from stdin`, { begun: begun.resolve });
  // It ends before it has begun only by an error.
  const into = await Promise.race([begun.promise, written.then(() => begun.promise)]);
  let isPaused = false;
  const pass = (chunk: Buffer, from: CopyingConnection) => {
    // The client's parser uses the chunk's memory again: the call copies it.
    into.sendCopyFromChunk(chunk);
    if (isPaused || !into.stream.writableNeedDrain) return;
    isPaused = true;
    from.stream.pause();
    into.stream.once('drain', () => {
      isPaused = false;
      from.stream.resume();
    });
  };
  const read = run(source, `copy (select ${columns} from ${table}) to stdout`, { pass });
  try {
    // A writer that fails takes nothing more.
    await Promise.race([read, written]);
    await read;
  } catch (error) {
    into.sendCopyFail('the source cannot be read');
    await written.catch(() => {});
    throw error;
  }
  into.endCopyFrom();
  await written;
}

async function run(
  client: Client,
  text: string,
  on: {
    begun?: (connection: CopyingConnection) => void;
    pass?: (chunk: Buffer, connection: CopyingConnection) => void;
  },
): Promise<void> {
  const done = Promise.withResolvers<void>();
  const command: CopyCommand = {
    submit: (connection) => connection.query(text),
    handleCopyInResponse: (connection) => on.begun?.(connection),
    handleCopyData: ({ chunk }, connection) => on.pass?.(chunk, connection),
    handleRowDescription() {},
    handleDataRow() {},
    handleCommandComplete() {},
    handleReadyForQuery: () => done.resolve(),
    handleError: (error) => done.reject(error),
  };
  client.query(command);
  return done.promise;
}
