import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { openMailbox } from '#server/platform/mail/mailbox.testing.ts';
import { sampleIdentityNumber } from '#server/product-client/acceptance.ts';
import { requestTicket } from '#server/product-client/financing.ts';
import { signUpParties } from '../testing/parties.ts';
import { pauses, startProduct, type Actor } from '../testing/product.ts';
import { tally } from '../testing/refusals.ts';

/** Documents that are accepted, or codes that are tried, in several tabs at one moment. */

let company: Actor;
let ticket_id: string;
let code: string;

const mailbox = await openMailbox();
const env = { SMTP_URL: mailbox.url, SMTP_TLS: 'optional', EMAIL_CONFIRMATION: 'off' };
const product = await startProduct('2026-02-01T06:00:00Z', env);
afterAll(async () => {
  await product.close();
  mailbox.close();
});

let acceptance: (shown: string) => { params: { id: string }; body: object };

/** An approved ticket whose documents can be accepted, and the code that was mailed for it. */
beforeEach(async () => {
  const parties = await signUpParties(product, await product.addStaff('Maha'));
  ({ company } = parties);
  const { id, ticket_number } = await requestTicket(parties, '1000.00', 2);
  ticket_id = id;
  const params = { id };
  await parties.agency.call('approve_ticket', { params });
  const { version, documents } = await vi.waitUntil(async () => {
    const read = await company.call('read_ticket', { params: { ticket_number } });
    const [set] = read.document_sets!;
    return set?.issued_at ? set : undefined;
  }, pauses);
  await company.call('send_signing_code', { params, body: { version } });
  code = await vi.waitUntil(() => mailbox.codes.get(company.email), pauses);
  acceptance = (shown) => ({
    params,
    body: {
      version,
      language: 'en',
      sha256: documents.map(({ sha256 }) => sha256),
      name: 'Layla Al-Harbi',
      capacity: 'General Manager',
      identity_number: sampleIdentityNumber,
      code: shown,
    },
  });
});

const records = () =>
  product.rows(
    'select from signing_records r join document_sets s on s.id = r.set_id where s.ticket_id = $1',
    [ticket_id],
  );

test('of three tabs one accepts, and one record is kept', async () => {
  const tabs = [1, 2, 3].map(() => company.send('accept_documents', acceptance(code)));
  expect(await tally(tabs)).toEqual({ accepted: 1, documents_already_accepted: 2 });
  expect(await records()).toHaveLength(1);
});

test('a double click under one key accepts once, and both get the same response', async () => {
  const input = { ...acceptance(code), key: 'one-intention' };
  const both = await Promise.all([1, 2].map(() => company.send('accept_documents', input)));
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(both[0]!.text).toBe(both[1]!.text);
  expect(await records()).toHaveLength(1);
});

test('after five wrong codes at once the right one accepts nothing', async () => {
  const wrong = acceptance(String((Number(code) + 1) % 1_000_000).padStart(6, '0'));
  const guesses = Array.from({ length: 5 }, () => company.send('accept_documents', wrong));
  expect(await tally(guesses)).toEqual({ signing_code_wrong: 5 });
  const right = company.send('accept_documents', acceptance(code));
  expect(await tally([right])).toEqual({ signing_code_expired: 1 });
});
