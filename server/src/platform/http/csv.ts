import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { riyadhDate } from '#domain/calendar.ts';
import { csvLine } from '#domain/csv.ts';
import type { Language } from '#domain/languages.ts';
import { languageOf, setLanguageHeaders } from './language.ts';

/** Rows of a page of a list on a screen, and of a page of a statement of account. */
export const PAGE_ROWS = 20;
export const STATEMENT_ROWS = 50;
/** Rows that are read at once for a file: what is held in memory of it. */
export const FILE_ROWS = 500;

/** One column of a list's file: its name in the reader's language, and the cell of an item. */
interface CsvColumn<Item> {
  name: Record<Language, string>;
  /** Dates as YYYY-MM-DD, amounts as plain decimals in SAR; null and undefined are empty. */
  cell: (item: Item) => string | number | null | undefined;
}

/** A list as a file. `Item` is what a page of it holds. */
export interface CsvFile<Item, Row = Item> {
  /** Without the date and the ending. */
  name: string;
  columns: readonly CsvColumn<Row>[];
  /** The rows of an item. */
  rowsOf: (item: Item) => readonly Row[];
}

/** A file with one row for each item. */
export const rowsFile = <Item>(
  name: string,
  columns: readonly CsvColumn<Item>[],
): CsvFile<Item> => ({ name, columns, rowsOf: (item) => [item] });

interface ListCall {
  query: { cursor?: string | undefined; format?: 'csv' | undefined };
  request: FastifyRequest;
  reply: FastifyReply;
  now: Date;
}

/**
 * One page of a list as JSON, or with `format=csv` all of it from the cursor on as a file: read page by page as the
 * reader takes it, each page as its own short call, so that neither memory nor a connection is held.
 * @param read gives the JSON of a page of at most `limit` items after a cursor
 */
export async function listOrCsv<Item, Row>(
  { query, request, reply, now }: ListCall,
  read: (cursor: string | null, limit: number) => Promise<string>,
  { name, columns, rowsOf }: CsvFile<Item, Row>,
): Promise<string | FastifyReply> {
  const { cursor = null, format } = query;
  if (format !== 'csv') return read(cursor, PAGE_ROWS);
  const page = async (after: string | null) =>
    JSON.parse(await read(after, FILE_ROWS)) as { items: Item[]; next_cursor: string | null };
  // Before a word is sent: who may not read it gets a refusal, not an empty file.
  const first = await page(cursor);
  const language = languageOf(request);
  setLanguageHeaders(reply, language);
  void reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}-${riyadhDate(now)}.csv"`);
  async function* lines() {
    // The mark by which a spreadsheet knows UTF-8.
    yield `\uFEFF${csvLine(columns.map((column) => column.name[language]))}`;
    for (let shown = first; ; shown = await page(shown.next_cursor)) {
      yield shown.items
        .flatMap(rowsOf)
        .map((row) => csvLine(columns.map(({ cell }) => String(cell(row) ?? ''))))
        .join('');
      if (shown.next_cursor === null) return;
    }
  }
  return reply.send(Readable.from(lines()));
}
