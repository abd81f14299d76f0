import type { Measurement } from '../data-set/measure.ts';
import { fixed, markdownTable, writeCsv } from '../tools/documents.ts';

/** The medians of one operation's runs on one system. */
export interface Row {
  operation: string;
  system: string;
  sample: Measurement;
}

/** Neither the product nor a peer. */
export const limitName = 'PostgreSQL alone';
export const bareArgon2Name = 'bare argon2id, two at once';

export const sampleOf = (rows: readonly Row[], operation: string, system: string) =>
  rows.find((row) => row.operation === operation && row.system === system)?.sample;

/** Writes all as CSV, without p50, which follows from the requests a second and the number of connections. */
export function writeRates(rows: readonly Row[]): Promise<void> {
  const head =
    'operation,system,requests_a_second,p99_ms,server_ms_a_request,postgres_ms_a_request,server_mb';
  const cells = rows.map(({ operation, system, sample }) => [
    operation,
    system,
    fixed(sample.requests_a_second, 0),
    fixed(sample.p99_ms, 2),
    fixed(sample.server_ms, 3),
    fixed(sample.postgres_ms, 3),
    fixed(sample.memory_mb, 0),
  ]);
  const known = cells.map((row) => row.map((cell) => cell.replace('–', '')));
  return writeCsv('performance-calls.csv', head.split(','), known);
}

/** The processor time of each peer for a request, as a multiple of the product's. */
export function costTable(rows: readonly Row[]): string {
  const cost = (operation: string, system: string) => {
    const { server_ms = NaN, postgres_ms = NaN } = sampleOf(rows, operation, system) ?? {};
    return server_ms + postgres_ms;
  };
  const peers = rows.filter(({ system }) => !['Hamla', limitName, bareArgon2Name].includes(system));
  return markdownTable(
    'llr',
    ['Operation', 'Peer', '× Hamla’s'],
    peers.map(({ operation, system }) => {
      const times = cost(operation, system) / cost(operation, 'Hamla');
      return [operation, system, fixed(times, 1)];
    }),
  );
}
