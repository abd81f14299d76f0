import type { ClientBase } from 'pg';

/** A figure of the ledger beside the same figure of the tables it tells of, both in SAR. */
export interface LedgerFigure {
  figure: string;
  ledger: string;
  tables: string;
  /** Of the installments, companies, tickets or payments that make it up, how many are not equal to the halala. */
  rows_that_differ: number;
}

/** Every figure there is; the connection must be the owner's, who sees all rows. */
export async function verifyLedger(client: ClientBase): Promise<LedgerFigure[]> {
  const { rows } = await client.query<LedgerFigure>(
    `select figure, ledger::numeric(20,2)::text as ledger, tables::numeric(20,2)::text as tables,
            rows_that_differ::int as rows_that_differ from api.verify_ledger()`,
  );
  return rows;
}
