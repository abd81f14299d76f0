import type { Plugin } from 'vite';

/** What an operation says for the server and its OpenAPI document alone, and the method of a read, which call.ts knows. */
const forTheServer =
  /\n\s*(?:summary:\s*(?:'[^\n]*'|"[^\n]*")|access: '\w+'|method: 'GET'),(?=\n)/g;

/** Leaves out of the table of operations what no browser reads: more than half of it. */
export function leanOperations(): Plugin {
  return {
    name: 'hamla:lean-operations',
    enforce: 'pre',
    transform: (code, id) =>
      /[\\/]api[\\/]operations\.ts$/.test(id) ? code.replaceAll(forTheServer, '') : null,
  };
}
