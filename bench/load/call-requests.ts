import { idOf } from './world.ts';

/** One request of HTTP. */
export interface HttpCall {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** Request number `n` of an operation of operations.ts, the same as its Lua makes. */
export function requestOf(
  operation: string,
  n: number,
  people: number,
  tokens: readonly string[],
): HttpCall {
  const person = 1 + (n % people);
  const authorization = `Bearer ${tokens[person - 1]}`;
  const write = (path: string, body: object | null): HttpCall => ({
    method: 'POST',
    path,
    headers: { authorization, 'idempotency-key': `k${n}`, 'content-type': 'application/json' },
    body: body ? JSON.stringify(body) : '',
  });
  switch (operation) {
    case 'company dashboard':
    case 'agency dashboard':
      return {
        method: 'GET',
        path: `/api/dashboards/${operation.split(' ')[0]}`,
        headers: { authorization },
      };
    case 'create ticket':
      return write('/api/tickets', {
        p_agency_id: idOf('0d', person),
        p_amount_sar: '1500.00',
        p_term_months: 2,
        p_description: 'Campaign',
        p_invoice_url: `${idOf('0a', person)}/b${n}.pdf`,
      });
    case 'approve ticket':
      return write(`/api/tickets/${idOf('11', n)}/approve`, null);
    case 'reject ticket':
      return write(`/api/tickets/${idOf('11', n)}/reject`, {});
    default:
      throw new Error(`no request is known for ${operation}`);
  }
}
