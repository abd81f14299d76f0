import type { OperationId } from '#api/operations.ts';
import { pdf } from '#server/product-client/sample-uploads.ts';
import { requests } from '../server/testing/requests.ts';
import { ask, operationsOf, readOpenApi, type JsonSchema, type Site } from './site.ts';

/** What ends what the fixture's parties have: it would keep the other texts from their screens. */
const ending = /_measure|reject_ticket|suspend|end_|close_|write_off/;

/**
 * Puts texts in every text field of every operation with a JSON body, as whoever it is for.
 * @returns in how many fields, and how many requests were taken.
 */
export async function fillTexts(site: Site, textFor: (maxLength: number) => string) {
  let [typed, taken] = [0, 0];
  const send = async (id: OperationId, body: object) => {
    const right = requests[id].input(site.fixture);
    const token = await site.fixture[requests[id].by].token();
    const { status } = await ask(site, id, token, { ...right, body });
    if (status === 200) taken += 1;
  };
  for (const { id, body } of operationsOf(await readOpenApi(site.url))) {
    const right = requests[id].input(site.fixture) as { body?: object };
    const fields = freeTexts(body).filter(({ name }) => !/iban|number|date|language/.test(name));
    if (fields.length === 0 || ending.test(id)) continue;
    typed += fields.length;
    const texts = fields.map(({ name, maxLength }) => [name, textFor(maxLength)] as const);
    await send(id, { ...right.body, ...Object.fromEntries(texts) });
    // Alone too: one that is refused must not keep the others out.
    for (const [name, text] of texts) await send(id, { ...right.body, [name]: text });
  }
  const name = `${textFor(120).replaceAll(/["\r\n/\\]/g, ' ')}.pdf`;
  const invoice = await site.fixture.company.upload('invoice', pdf(name, ['Invoice']));
  await send('create_ticket_with_installments', {
    p_agency_id: site.fixture.agency_id,
    p_amount_sar: '10.00',
    p_term_months: 1,
    p_description: textFor(500),
    p_invoice_url: invoice.path,
  });
  await site.fixture.company.auth.updateUser({
    data: { name: textFor(150), full_name: textFor(150) },
  });
  return { typed, taken };
}

/** Strings of a schema without a pattern, format or list of values; addresses among them. */
function freeTexts(schema: JsonSchema | undefined) {
  const properties = Object.entries((schema?.properties ?? {}) as Record<string, JsonSchema>);
  return properties.flatMap(([name, one]) => {
    const options = [one, ...((one.anyOf as JsonSchema[] | undefined) ?? [])];
    const text = options.find(
      ({ type, pattern, format, ...rest }) =>
        type === 'string' &&
        !pattern &&
        !(format && format !== 'uri') &&
        !('enum' in rest) &&
        !('const' in rest),
    );
    return text ? [{ name, maxLength: Number(text.maxLength ?? 190) }] : [];
  });
}
