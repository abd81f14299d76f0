import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { CONSENT_WORDS_VERSION } from '#domain/credit/bureau-consent.ts';
import { setCreditBureau } from '#server/credit/ask-bureau.ts';
import { sandboxBureau } from '#server/credit/sandbox-bureau.ts';
import { pauses, startProduct, type Actor } from '../testing/product.ts';
import { refusal } from '../testing/refusals.ts';

/** A credit bureau that is asked with the consent of a company, through the public API. */

let company: Actor;
let company_id: string;

const product = await startProduct('2026-02-02T07:00:00Z', { CREDIT_BUREAU: 'sandbox' });
const maha = await product.addStaff('Maha');
afterAll(() => product.close());
beforeEach(async () => {
  company = await product.signUp('company');
  company_id = (await company.call('upsert_company', { body: { name: 'Najd Coffee' } })).id;
});

const words = {
  bureau: sandboxBureau.id,
  words_version: CONSENT_WORDS_VERSION,
  language: 'en',
} as const;
const give = (changed: object = {}) =>
  company.send('give_bureau_consent', { body: { ...words, ...changed } });
const withdraw = () => company.call('withdraw_bureau_consent');
const card = async () => (await company.call('company_dashboard')).credit_bureau;
const cardOnce = async (is: (shown: NonNullable<Awaited<ReturnType<typeof card>>>) => boolean) => {
  let shown: Awaited<ReturnType<typeof card>>;
  await vi.waitUntil(async () => (shown = await card()) && is(shown), pauses);
  return shown!;
};
const nothing = {
  bureau: 'sandbox',
  name: 'Sandbox bureau',
  name_ar: 'جهة معلومات ائتمانية تجريبية',
  is_test: true,
  is_connected: true,
  consent: null,
  score: null,
  failed_at: null,
  earlier_consent: null,
};
const consents = () =>
  product.rows<object>(
    `select words_version, language, given_by, withdrawn_by, score from bureau_consents
      where company_id = $1 order by id`,
    [company_id],
  );

describe('a credit bureau', () => {
  // First: the tests that follow leave enquiries without an answer.
  test('changes no analysis', async () => {
    await company.call('upsert_company', {
      body: { revenue_last_6_months: Array(6).fill('100000.00') },
    });
    await product.settled();
    const before = (await company.call('company_dashboard')).credit_assessment;
    await give();
    await cardOnce((shown) => shown.score !== null);
    await product.settled();
    expect((await company.call('company_dashboard')).credit_assessment).toEqual(before);
  });

  test('is asked in a job after the consent, which keeps its words, its time and its person', async () => {
    expect(await card()).toEqual(nothing);
    expect((await give()).status).toBe(200);
    const { consent, score } = await cardOnce((shown) => shown.score !== null);
    expect(consent).toEqual({
      words_version: CONSENT_WORDS_VERSION,
      given_at: '2026-02-02T07:00:00+00:00',
    });
    expect(score).toEqual({
      ...(await sandboxBureau.enquire('1010123456', new AbortController().signal)),
      is_test: true,
      answered_at: expect.any(String),
    });
    const params = { id: company_id };
    const seen = await maha.call('read_company_assessment', { params });
    expect(seen.credit_bureau).toEqual(await card());
    expect(await consents()).toEqual([
      {
        words_version: CONSENT_WORDS_VERSION,
        language: 'en',
        given_by: company.user_id,
        withdrawn_by: null,
        score: score!.score,
      },
    ]);
    // The history has no figure: it could not be deleted there.
    const events = await product.rows<{ operation: string; row: string }>(
      `select operation, row_to_json(e)::text as row from events e
        where company_id = $1 and operation like '%bureau%' order by id`,
      [company_id],
    );
    expect(events.map(({ operation }) => operation)).toEqual([
      'give_bureau_consent',
      'record_bureau_score',
    ]);
    expect(events[1]!.row).not.toContain(`${score!.score}`);
  });

  test('leaves no score once the consent is withdrawn, and can be consented to again', async () => {
    await give();
    await cardOnce((shown) => shown.score !== null);
    await withdraw();
    expect(await card()).toEqual(nothing);
    // Once more changes nothing.
    await withdraw();
    await give({ language: 'ar' });
    await cardOnce((shown) => shown.score !== null);
    expect(await consents()).toMatchObject([
      { language: 'en', withdrawn_by: company.user_id, score: null },
      { language: 'ar', withdrawn_by: null },
    ]);
    await expect(
      product.rows(
        'update bureau_consents set withdrawn_at = null, withdrawn_by = null where company_id = $1',
        [company_id],
      ),
    ).rejects.toThrow('withdrawn for good');
  });

  test('that does not answer is told plainly and asked again, with the number that the profile has then', async () => {
    await company.call('upsert_company', { body: { cr_number: '1010000000' } });
    await give();
    const failed = await cardOnce((shown) => shown.failed_at !== null);
    expect(failed).toMatchObject({ score: null, consent: { words_version: 1 } });
    const [job] = await product.rows<{ key: string; attempts: number; later: boolean }>(
      `select key, attempts, run_at > now() as later from graphile_worker.jobs where task_identifier = 'ask_bureau'`,
    );
    expect(job).toMatchObject({ attempts: 1 });
    await company.call('upsert_company', { body: { cr_number: '1010123456' } });
    const { score, failed_at } = await cardOnce((shown) => shown.score !== null);
    expect(score).not.toBeNull();
    expect(failed_at).toBeNull();
  });

  test('is asked nothing after a withdrawal, and its late answer is not kept', async () => {
    await company.call('upsert_company', { body: { cr_number: '1010000000' } });
    await give();
    await cardOnce((shown) => shown.failed_at !== null);
    const [consent] = await product.rows<{ id: string }>(
      'select id from bureau_consents where company_id = $1',
      [company_id],
    );
    await withdraw();
    const { jobs } = product.database.pools;
    const { rows } = await jobs.query('select api.bureau_enquiry($1) as enquiry', [consent!.id]);
    expect(rows).toEqual([{ enquiry: null }]);
    await jobs.query('select api.record_bureau_answer($1, $2, 700, 900, true)', [
      consent!.id,
      product.clock.now(),
    ]);
    expect(await consents()).toMatchObject([{ score: null }]);
  });

  test('is consented to by name, by the present words, and by a company with a number', async () => {
    expect(await refusal(give({ bureau: 'other' }))).toEqual([409, 'bureau_changed']);
    expect(await refusal(give({ words_version: CONSENT_WORDS_VERSION + 1 }))).toEqual([
      422,
      'validation_failed',
    ]);
    await product.rows('update companies set cr_number = null where id = $1', [company_id]);
    expect(await refusal(give())).toEqual([409, 'bureau_needs_cr_number']);
    expect(await consents()).toEqual([]);
  });

  test('that is not connected is on no card, and nobody can consent to it', async () => {
    const { jobs } = product.database.pools;
    await setCreditBureau(jobs, null);
    expect(await card()).toBeNull();
    expect(await refusal(give())).toEqual([409, 'bureau_changed']);
    await setCreditBureau(jobs, sandboxBureau);
    expect(await card()).toEqual(nothing);
  });

  test('that is not connected any more shows no score, and its consent can still be withdrawn', async () => {
    await give();
    await cardOnce((shown) => shown.score !== null);
    const { jobs } = product.database.pools;
    await setCreditBureau(jobs, null);
    expect(await card()).toMatchObject({
      bureau: 'sandbox',
      is_connected: false,
      consent: { words_version: CONSENT_WORDS_VERSION },
      score: null,
    });
    // The one that follows is asked about at once.
    await setCreditBureau(jobs, { ...sandboxBureau, id: 'other', name: 'Another bureau' });
    const shown = { bureau: 'other', is_connected: true, score: null };
    const earlier_consent = expect.objectContaining({ bureau: 'sandbox' });
    expect(await card()).toMatchObject({ ...shown, consent: null, earlier_consent });
    expect((await give({ bureau: 'other' })).status).toBe(200);
    expect(await card()).toMatchObject({ bureau: 'other', consent: {}, earlier_consent });
    await withdraw();
    expect(await card()).toMatchObject({ ...shown, consent: null, earlier_consent: null });
    await setCreditBureau(jobs, sandboxBureau);
    expect(await card()).toEqual(nothing);
  });
});
