import { LoadMore } from '../../ui/load-more.tsx';
import { Table, type TableProps } from '../../ui/table.tsx';
import { QueryResult } from '../../api/query-result.tsx';
import type { useConsoleList } from './use-console-query.ts';

/** A list of the console as a table: the pages that were read, and the way to the next. */
export function DataTable<Row>({
  pages,
  ...table
}: Omit<TableProps<Row>, 'rows'> & { pages: ReturnType<typeof useConsoleList<Row>> }) {
  return (
    <QueryResult query={{ ...pages, data: pages.items }}>
      {(rows) => (
        <div className="grid">
          <Table {...table} rows={rows} />
          <LoadMore pages={pages} />
        </div>
      )}
    </QueryResult>
  );
}
