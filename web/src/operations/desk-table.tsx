import { ShowMore } from '../ui/show-more.tsx';
import { Table, type TableProps } from '../ui/table.tsx';
import { Loaded } from './loaded.tsx';
import type { useDeskPages } from './use-desk.ts';

/** A list of the desk as a table: the pages that were read, and the way to the next. */
export function DeskTable<Row>({
  pages,
  ...table
}: Omit<TableProps<Row>, 'rows'> & { pages: ReturnType<typeof useDeskPages<Row>> }) {
  return (
    <Loaded answer={{ ...pages, data: pages.items }}>
      {(rows) => (
        <div className="grid">
          <Table {...table} rows={rows} />
          <ShowMore pages={pages} />
        </div>
      )}
    </Loaded>
  );
}
