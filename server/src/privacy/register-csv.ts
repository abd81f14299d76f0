import { csvLine } from '#domain/csv.ts';
import { processingRegister } from './processing-register.ts';

/** The register of processing as a file: a line for each table with personal data. */
export function registerCsv(): string {
  const lines = Object.entries(processingRegister).map(
    ([table, { purpose, basis, retention, personal }]) => [
      table,
      personal.split(' ').join(', '),
      purpose,
      basis,
      retention,
    ],
  );
  return [['table', 'columns', 'purpose', 'legal basis', 'retention kind'], ...lines]
    .map((cells) => csvLine(cells))
    .join('');
}
