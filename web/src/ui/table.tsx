// A table drawn as cards by CSS loses its meaning in some browsers unless the roles are said.
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role, jsx-a11y/control-has-associated-label */
import type { Key, ReactNode } from 'react';

export interface Column<Row> {
  id: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Figures stand under each other, in tabular digits. */
  figures?: boolean;
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
}

/** Points stand under points in both directions: the column is as wide as its figures, and they end at its right. */
const figures = 'whitespace-nowrap sm:w-px sm:text-right';

/** A ledger. On phones each row becomes a card of labels and values; nothing scrolls sideways. */
export function Table<Row>({ label, columns, rows, rowKey, totalsLabel, empty }: TableProps<Row>) {
  if (rows.length === 0 && empty) return <>{empty}</>;
  const [first] = columns;
  return (
    <table aria-label={label} className="w-full border-collapse max-sm:block" role="table">
      <thead className="max-sm:sr-only" role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th
              key={column.id}
              scope="col"
              role="columnheader"
              className={`eyebrow border-b border-ink px-3 py-2 first:ps-0 last:pe-0 max-sm:block ${column.figures ? figures : 'text-start'}`}
            >
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-sm:block">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            role="row"
            className="border-b border-line max-sm:grid max-sm:gap-1 max-sm:py-3"
          >
            {columns.map((column) =>
              column === first ? (
                <th
                  key={column.id}
                  scope="row"
                  role="rowheader"
                  className="py-3 pe-3 text-start font-semibold max-sm:block max-sm:p-0 max-sm:pb-1"
                >
                  {column.cell(row)}
                </th>
              ) : (
                <Cell key={column.id} column={column}>
                  {column.cell(row)}
                </Cell>
              ),
            )}
          </tr>
        ))}
      </tbody>
      {totalsLabel ? (
        <tfoot
          role="rowgroup"
          className="font-semibold max-sm:sticky max-sm:bottom-0 max-sm:block max-sm:bg-raised"
        >
          <tr role="row" className="border-t-2 border-ink max-sm:grid max-sm:gap-1 max-sm:py-3">
            {columns.map((column) =>
              column === first ? (
                <th
                  key={column.id}
                  scope="row"
                  role="rowheader"
                  className="py-3 pe-3 text-start font-semibold max-sm:block max-sm:p-0 max-sm:pb-1"
                >
                  {totalsLabel}
                </th>
              ) : column.total === undefined ? (
                <td key={column.id} role="cell" className="max-sm:hidden" />
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
  );
}

function Cell<Row>({ column, children }: { column: Column<Row>; children: ReactNode }) {
  return (
    <td
      role="cell"
      className={`px-3 py-3 last:pe-0 max-sm:flex max-sm:justify-between max-sm:gap-4 max-sm:p-0 ${column.figures ? `${figures} tabular-nums` : 'text-start'}`}
    >
      <span aria-hidden="true" className="eyebrow sm:hidden">
        {column.header}
      </span>
      <span className="max-sm:text-end">{children}</span>
    </td>
  );
}
