import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { riyadhDate, riyadhTime } from '#domain/calendar.ts';
import { csvLine } from '#domain/csv.ts';
import type { Language } from '#domain/languages.ts';
import { languageOf, setLanguageHeaders } from './language.ts';

/** Rows on a page of a list on a screen, and of an account statement. */
export const PAGE_ROWS = 20;
export const STATEMENT_ROWS = 50;
/** Rows read at once for a file; limits its memory. */
export const FILE_ROWS = 500;

/** A column of a list's file: its name in the reader's language and the cell of an item. */
interface CsvColumn<Item> {
  name: Record<Language, string>;
  /** Dates as YYYY-MM-DD, amounts as plain decimals in SAR; null and undefined are empty. Moments: `momentColumn`. */
  cell: (item: Item) => string | number | null | undefined;
}

/** A column of moments: in Riyadh's time, as the days beside it, and its name says so. */
export const momentColumn = <Item>(
  name: Record<Language, string>,
  momentOf: (item: Item) => string | null | undefined,
): CsvColumn<Item> => ({
  name: { en: `${name.en} (Riyadh time)`, ar: `${name.ar} (بتوقيت الرياض)` },
  cell: (item) => {
    const moment = momentOf(item);
    return moment ? riyadhTime(new Date(moment)) : null;
  },
});

/** The cell of what is or is not so. */
export const yes = (is: boolean) => (is ? 1 : 0);

/** A list as a CSV file. `Item` is the type of its entries. */
export interface CsvFile<Item, Row = Item> {
  /** File name without date and ending. */
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
 * Sends one page of a list as JSON, or with `format=csv` all of it from the cursor on as a file. The file is read page
 * by page as the client takes it, each page by its own short call, so that it holds neither memory nor a connection.
 * @param read returns the JSON of a page of at most `limit` items after a cursor.
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
  // Before anything is sent, so that a caller without access gets a refusal instead of an empty file.
  const first = await page(cursor);
  const language = languageOf(request);
  setLanguageHeaders(reply, language);
  void reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}-${riyadhDate(now)}.csv"`);
  async function* lines() {
    // Byte order mark, by which spreadsheets recognise UTF-8.
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
