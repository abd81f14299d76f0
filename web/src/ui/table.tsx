// A table drawn as cards by CSS loses its meaning in some browsers unless the roles are said.
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role, jsx-a11y/control-has-associated-label */
import type { Key, ReactNode } from 'react';

export interface Column<Row> {
  id: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Figures stand under each other, in tabular digits. */
  figures?: boolean;
  /** Sentences: in a card they stand below their label, across the whole of it. */
  prose?: boolean;
  /** The total of this column in the pinned last row. */
  total?: ReactNode;
}

export interface TableProps<Row> {
  /** Spoken name of the table; the first column names each row. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => Key;
  /** The first cell of the row of totals; without it there is none. */
  totalsLabel?: ReactNode;
  empty?: ReactNode;
  groups?: Groups<Row>;
}

/** Rows of one group stand together, in the order of the rows, under its heading. */
export interface Groups<Row> {
  of: (row: Row) => string;
  heading: (group: string) => ReactNode;
}

/** Points stand under points in both directions: the column is as wide as its figures, and they end at its right. */
const figures = 'whitespace-nowrap rows:w-px rows:text-right';

/** How wide a table has to be for its columns to stand side by side (theme.css says the widths). */
function containerFor(columns: number): string {
  if (columns <= 2) return '[container:two-columns/inline-size]';
  if (columns === 3) return '[container:few-columns/inline-size]';
  return columns <= 5
    ? '[container:some-columns/inline-size]'
    : '[container:many-columns/inline-size]';
}

/**
 * A ledger. Where its columns have no room each row becomes a card of labels and values; nothing scrolls sideways.
 * What stands in a cell can follow: `rows:` and `cards:` are variants of Tailwind.
 */
export function Table<Row>({
  label,
  columns,
  rows,
  rowKey,
  totalsLabel,
  empty,
  groups,
}: TableProps<Row>) {
  if (rows.length === 0 && empty) return <>{empty}</>;
  const [first] = columns;
  return (
    <div className={containerFor(columns.length)}>
      <table aria-label={label} className="w-full border-collapse cards:block" role="table">
        <thead className="cards:sr-only" role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                role="columnheader"
                className={`eyebrow border-b border-ink px-3 py-2 first:ps-0 last:pe-0 cards:block ${column.figures ? figures : 'text-start'}`}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        {(groups ? [...new Set(rows.map(groups.of))] : ['']).map((group) => (
          <tbody key={group} role="rowgroup" className="cards:block">
            {groups ? (
              <tr role="row" className="border-b border-line cards:block">
                <th
                  scope="rowgroup"
                  role="rowheader"
                  colSpan={columns.length}
                  className="pt-6 pb-1 text-start cards:block"
                >
                  {groups.heading(group)}
                </th>
              </tr>
            ) : null}
            {(groups ? rows.filter((row) => groups.of(row) === group) : rows).map((row) => (
              <tr
                key={rowKey(row)}
                role="row"
                className="border-b border-line cards:grid cards:gap-1 cards:py-3"
              >
                {columns.map((column) =>
                  column === first ? (
                    <RowHeader key={column.id}>{column.cell(row)}</RowHeader>
                  ) : (
                    <Cell key={column.id} column={column}>
                      {column.cell(row)}
                    </Cell>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        ))}
        {totalsLabel ? (
          <tfoot
            role="rowgroup"
            className="font-semibold cards:sticky cards:bottom-(--foot,0px) cards:block cards:bg-(--surface,var(--paper))"
          >
            <tr role="row" className="border-t-2 border-ink cards:grid cards:gap-1 cards:py-3">
              {columns.map((column) =>
                column === first ? (
                  <RowHeader key={column.id}>{totalsLabel}</RowHeader>
                ) : column.total === undefined ? (
                  <td key={column.id} role="cell" className="cards:hidden" />
                ) : (
                  <Cell key={column.id} column={column}>
                    {column.total}
                  </Cell>
                ),
              )}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </div>
  );
}

/** What a row is about; the title of its card. */
function RowHeader({ children }: { children: ReactNode }) {
  return (
    <th
      scope="row"
      role="rowheader"
      className="py-3 pe-3 text-start font-semibold cards:block cards:p-0 cards:pb-1"
    >
      {children}
    </th>
  );
}

/** In a card a cell that holds nothing (null) is left out, its label with it. */
function Cell<Row>({ column, children }: { column: Column<Row>; children: ReactNode }) {
  const pairLook =
    'cards:flex cards:flex-wrap cards:items-baseline cards:justify-between cards:gap-x-4';
  const cardLook = children === null ? 'cards:hidden' : column.prose ? 'cards:block' : pairLook;
  return (
    <td
      role="cell"
      className={`px-3 py-3 last:pe-0 cards:p-0 ${cardLook} ${column.figures ? `${figures} tabular-nums` : 'text-start'}`}
    >
      <span aria-hidden="true" className="eyebrow shrink-0 rows:hidden">
        {column.header}
      </span>
      <span
        className={
          column.prose ? 'cards:block' : 'min-w-0 cards:ms-auto cards:text-end cards:wrap-anywhere'
        }
      >
        {children}
      </span>
    </td>
  );
}
