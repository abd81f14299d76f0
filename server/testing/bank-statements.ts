import type { ImportedBankStatement } from '#api/bank-statements.ts';
import { textFile } from '#server/product-client/product-client.ts';
import type { Actor } from './product.ts';

/** Staff import a file of the bank's. @throws Error with the refusal. */
export async function importStatement(
  staff: Pick<Actor, 'send'>,
  text: string,
): Promise<ImportedBankStatement> {
  const answer = await staff.send('import_bank_statement', textFile('statement.csv', text));
  if (answer.status !== 200) throw new Error(answer.text);
  return JSON.parse(answer.text) as ImportedBankStatement;
}
