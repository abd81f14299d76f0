import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readPdf } from '../../testing/pdf-text.ts';
import type {
  FinancingAgreement,
  Party,
  PromissoryNote,
  Signing,
  TaxInvoice,
} from './document-kinds.ts';
import { renderDocument } from './render-document.ts';
import { partyByName, sampleIssue } from './sample-documents.testing.ts';

const company: Party = {
  name: 'شركة نخيل الوادي للتجارة',
  contact_name: 'سارة القحطاني',
  contact_title: 'المديرة المالية',
  address: 'طريق الملك فهد، الرياض 12271',
  email: 'finance@nakheel.example.sa',
  phone: '+966501234567',
};
const agreement: FinancingAgreement = {
  ...sampleIssue,
  version: 1,
  agreed_on: '2026-11-20',
  ticket_number: 'HM-7K3Q',
  company,
  agency: partyByName,
  description: 'Ramadan campaign',
  amount_sar: '10000.00',
  fee_amount: '500.00',
  fee_vat_amount: '65.22',
  net_amount: '9500.00',
  installments: [
    { seq: 1, due_date: '2026-12-20', amount_sar: '3333.33' },
    { seq: 2, due_date: '2027-01-20', amount_sar: '3333.33' },
    { seq: 3, due_date: '2027-02-20', amount_sar: '3333.34' },
  ],
};
const note: PromissoryNote = {
  ...sampleIssue,
  version: 1,
  ticket_number: 'HM-7K3Q',
  seq: 3,
  count: 3,
  made_on: '2026-11-20',
  due_date: '2027-02-20',
  amount_sar: '3333.34',
  company,
};
const signing: Signing = {
  language: 'ar',
  identity_kind: 'national_id',
  identity_last4: '5672',
  method: 'mail',
  browser: 'Chrome',
  system: 'Windows',
  address: '192.0.2.7',
  seal: 'b'.repeat(64),
};
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('a financing agreement in both languages', () => {
  /** What the release of the payment decides: from when the company owes, and until when its acceptance counts. */
  const released = {
    en: [
      'It owes nothing before the platform has released the payment to the agency.',
      'If the platform has not released the payment to the agency within 7 days of the company’s acceptance, not counting days on which the payment is stopped, or before the first due date,',
      'the installments are not due until it has been released again',
    ],
    ar: [
      'ولا يترتب عليها شيء قبل أن تعتمد المنصة صرف مستحقات الوكالة',
      'وإذا لم تعتمد المنصة صرف مستحقات الوكالة خلال 7 أيام من قبول الشركة، دون احتساب أيام إيقاف الصرف، أو قبل تاريخ استحقاق القسط الأول',
      'فلا تستحق الأقساط حتى يعتمد صرفه من جديد',
    ],
  };

  test('the Arabic agreement has its sections in order, with dates in both calendars', async () => {
    const pdf = await renderDocument({
      kind: 'financing_agreement',
      language: 'ar',
      data: agreement,
    });
    const { lines, fonts, title } = await readPdf(pdf, 'ar');
    const text = lines.join('\n');
    expect(title).toBe('اتفاقية تمويل HM-7K3Q/1');
    expect(lines).toContain('اتفاقية تمويل');
    expect(text).toContain('بتاريخ 20 نوفمبر 2026 م (10 جمادى الآخرة 1448 هـ)');
    expect(text).toContain('شركة نخيل الوادي للتجارة');
    expect(lines).toContain('3 20 فبراير 2027 م 13 رمضان 1448 هـ 3,333.34');
    expect(lines).toContain('الإجمالي 10,000.00');
    expect(text).toContain('ويبقى القسط المتأخر على حاله دون رسوم تأخير أو غرامة');
    for (const part of released.ar) expect(lines.join(' ')).toContain(part);
    expect(fonts.length).toBeGreaterThan(2);
    expect(
      fonts.filter(({ name, isEmbedded }) => !isEmbedded || !name.startsWith('IBMPlex')),
    ).toEqual([]);
  });

  test('the English agreement has the same contents as the Arabic one', async () => {
    const pdf = await renderDocument({
      kind: 'financing_agreement',
      language: 'en',
      data: agreement,
    });
    const { lines, created } = await readPdf(pdf, 'en');
    expect(lines).toContain('Financing agreement');
    expect(lines).toContain('1 20 December 2026 11 Rajab 1448 AH 3,333.33');
    expect(lines).toContain('Total 10,000.00');
    expect(lines.join(' ')).toContain('there is no late fee and no penalty');
    for (const part of released.en) expect(lines.join(' ')).toContain(part);
    expect(created).toBe('D:20261120073005Z');
  });
});

test('a promissory note promises an amount, in figures and in words, unconditionally', async () => {
  const arabic = await readPdf(
    await renderDocument({ kind: 'promissory_note', language: 'ar', data: note }),
    'ar',
  );
  const promise = arabic.lines.join(' ');
  for (const part of [
    'سند لأمر',
    'بموجب هذا السند لأمر',
    'غير معلق على شرط',
    '3,333.34 ريال',
    'فقط ثلاثة آلاف وثلاثمائة وثلاثة وثلاثون ريالا سعوديا وأربع وثلاثون هللة لا غير',
    '20 فبراير 2027 م',
    'الرياض، المملكة العربية السعودية',
  ]) {
    expect(promise).toContain(part);
  }
});

test("notes and agreements have the company's commercial registration number if it is known", async () => {
  const known = { ...company, cr_number: '1010123456' };
  const read = async (language: 'en' | 'ar', of: Party) => {
    const pdfs = await Promise.all([
      renderDocument({ kind: 'promissory_note', language, data: { ...note, company: of } }),
      renderDocument({
        kind: 'financing_agreement',
        language,
        data: { ...agreement, company: of },
      }),
    ]);
    return Promise.all(pdfs.map(async (pdf) => (await readPdf(pdf, language)).lines.join(' ')));
  };
  for (const language of ['en', 'ar'] as const) {
    const [promise, agreed] = await read(language, known);
    // Beside the maker's name, and in the promise.
    expect(promise!.split('1010123456')).toHaveLength(3);
    expect(agreed).toContain('1010123456');
    for (const text of await read(language, company)) expect(text).not.toContain('1010123456');
  }
});

test("a copy with a certificate begins with the accepted document's bytes and is the same each time, in each language", async () => {
  for (const language of ['en', 'ar'] as const) {
    const accepted = await renderDocument({ kind: 'promissory_note', language, data: note });
    const document = { kind: 'promissory_note' as const, seq: 3, language };
    const certificate = {
      kind: 'acceptance_certificate' as const,
      language,
      data: {
        ...sampleIssue,
        ticket_number: note.ticket_number,
        version: 1,
        document: { ...document, sha256: sha256(accepted) },
        others: [],
        accepted_at: '2026-11-20T08:30:05.000Z',
        accepted_at_utc: '2026-11-20 08:30:05',
        name: 'سارة القحطاني',
        capacity: 'المديرة المالية',
        company_name: company.name,
        cr_number: '1010123456',
        signing,
        voided_at: null,
      },
    };
    const copies = [
      await renderDocument(certificate, accepted),
      await renderDocument(certificate, accepted),
    ];
    expect(sha256(copies[0]!)).toBe(sha256(copies[1]!));
    expect(sha256(copies[0]!.subarray(0, accepted.length))).toBe(sha256(accepted));
    const [before, after] = [
      await readPdf(accepted, language),
      await readPdf(copies[0]!, language),
    ];
    expect(after.pages).toBe(before.pages + 1);
    expect(after.title).toBe(before.title);
    expect(after.lines.slice(0, before.lines.length)).toEqual(before.lines);
    const page = after.lines.slice(before.lines.length);
    expect(page).toContain(sha256(accepted));
    if (language === 'en') continue;
    const text = page.join(' ');
    const signed = ['هوية وطنية', '5672', 'Chrome', '192.0.2.7', signing.seal];
    const said = ['شهادة قبول', 'سارة القحطاني', 'المديرة المالية', 'بالعربية', '11:30:05'];
    for (const part of [...said, ...signed]) expect(text).toContain(part);
    expect(text).toContain('08:30:05');
  }
});

test('a name longer than a line of the certificate is broken and does not overlap other text', async () => {
  for (const language of ['en', 'ar'] as const) {
    const accepted = await renderDocument({ kind: 'promissory_note', language, data: note });
    const document = { kind: 'promissory_note' as const, seq: 3, language };
    const long = 'W'.repeat(80);
    const copy = await renderDocument(
      {
        kind: 'acceptance_certificate',
        language,
        data: {
          ...sampleIssue,
          ticket_number: note.ticket_number,
          version: 1,
          document: { ...document, sha256: sha256(accepted) },
          others: [],
          accepted_at: '2026-11-20T08:30:05.000Z',
          accepted_at_utc: '2026-11-20 08:30:05',
          name: long,
          capacity: long,
          company_name: long,
          cr_number: null,
          signing: null,
          voided_at: null,
        },
      },
      accepted,
    );
    const { lines } = await readPdf(copy, language);
    const letters = lines.join('').replaceAll(/[^W]/g, '');
    expect(letters.length).toBeGreaterThanOrEqual(3 * long.length);
    // Two columns stand on a line.
    for (const line of lines) expect(line.replaceAll(/[^W]/g, '').length).toBeLessThan(80);
  }
});

test('the English note says that it is a translation and promises nothing itself', async () => {
  const read = async (language: 'en' | 'ar') =>
    readPdf(await renderDocument({ kind: 'promissory_note', language, data: note }), language);
  const [english, arabic] = await Promise.all([read('en'), read('ar')]);
  expect(english.title).toBe('Translation of a promissory note HM-7K3Q/1-3');
  const text = english.lines.join(' ');
  expect(text).toContain('this translation is not a promissory note, and nothing is owed under it');
  expect(text).toContain('The Arabic note reads: “By this promissory note,');
  expect(arabic.title).toBe('سند لأمر HM-7K3Q/1-3');
  expect(arabic.lines.join(' ')).toContain('وهذا السند هو الأصل الوحيد، وما سواه ترجمة');
  // There is nothing to fill in by hand, because the acceptance is electronic.
  for (const { lines } of [english, arabic])
    expect(lines.join(' ')).not.toMatch(/Signature|التوقيع|signatory|الموقع/);
});

const credited: TaxInvoice = {
  ...sampleIssue,
  type: 'credit_note',
  invoice_number: 'HCN-000001',
  issued_on: '2026-11-20',
  supplied_on: '2026-11-18',
  corrects_number: 'HTI-000001',
  is_payout_stopped: false,
  ticket_number: 'HM-7K3Q',
  buyer: partyByName,
  base_amount: '1000.00',
  net_amount: '43.48',
  vat_amount: '6.52',
  total_amount: '50.00',
};

test.each([
  ['en', 'Hamla', 'The payout did not arrive, or was returned later', '18 November 2026'],
  ['ar', 'حملة', 'لم تصل المستحقات أو أعيدت بعد وصولها', '18 نوفمبر 2026'],
] as const)(
  "a document in %s has the platform's name %s, and a credit note its reason in that language",
  async (language, name, reason, supplied) => {
    const pdf = await readPdf(
      await renderDocument({ kind: 'tax_invoice', language, data: credited }),
      language,
    );
    const text = pdf.lines.join(' ');
    expect(text).toContain(reason);
    // The day of its invoice; and the seller's number once.
    expect(text).toContain(supplied);
    expect(text.split('CR number')).toHaveLength(language === 'en' ? 2 : 1);
    const agreed = await readPdf(
      await renderDocument({ kind: 'financing_agreement', language, data: agreement }),
      language,
    );
    const other = name === 'Hamla' ? 'حملة' : 'Hamla';
    for (const { lines } of [pdf, agreed]) {
      expect(lines.join(' ')).toContain(name);
      expect(lines.join(' ')).not.toContain(other);
    }
  },
);

test('equal data give equal bytes, and different data different ones', async () => {
  const request = { kind: 'promissory_note', language: 'ar', data: note } as const;
  const [one, again, other] = await Promise.all([
    renderDocument(request),
    renderDocument(structuredClone(request)),
    renderDocument({ ...request, data: { ...note, seq: 2 } }),
  ]);
  expect(sha256(one)).toBe(sha256(again));
  expect(sha256(other)).not.toBe(sha256(one));
});

test('user text is rendered as text, even when it looks like markup', async () => {
  const names = [
    '#read("/etc/passwd") $x$ *b* _i_ `c` @ref <label> \\ // [',
    '"] #panic() [',
    '\u202eevil\u202c \u0000\u2067',
    'شركة Acme 24 للدعاية (2026) 漢字 😀',
    'ك'.repeat(3000),
    '',
  ];
  for (const name of names) {
    const data = { ...note, company: { ...company, name } };
    const { lines } = await readPdf(
      await renderDocument({ kind: 'promissory_note', language: 'en', data }),
      'en',
    );
    expect(lines.join(' ')).toContain('promises, unconditionally');
    expect(lines.join(' ')).not.toContain('root:');
  }
  const data = { ...note, company: { ...company, name: names[0]! } };
  const { lines } = await readPdf(
    await renderDocument({ kind: 'promissory_note', language: 'en', data }),
    'en',
  );
  expect(lines.join(' ')).toContain(`note, ${names[0]!} promises`);
});

test("data that do not fit the template are refused with the compiler's message, and the next document is rendered", async () => {
  const broken = { ...credited, issued_on: 'soon' };
  await expect(
    renderDocument({ kind: 'tax_invoice', language: 'en', data: broken }),
  ).rejects.toThrow(/soon/);
  await expect(
    renderDocument({ kind: 'promissory_note', language: 'en', data: note }),
  ).resolves.toBeInstanceOf(Uint8Array);
});

/** The highest memory of this process's renderer, in MB. */
function typesetterMb(): number {
  const pid = globSync(`/proc/${process.pid}/task/*/children`)
    .flatMap((file) => readFileSync(file, 'utf8').split(' ').filter(Boolean))
    .find((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('typesetter'));
  return (
    Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1000
  );
}

test.runIf(process.platform === 'linux')(
  'a typesetter keeps no pages of the documents that it has set',
  async () => {
    const numbers = Array.from({ length: 200 }, (_, n) => `HM-${1000 + n}`);
    await Promise.all(
      numbers.map((ticket_number) =>
        renderDocument({
          kind: 'promissory_note',
          language: 'ar',
          data: { ...note, ticket_number },
        }),
      ),
    );
    expect(typesetterMb()).toBeLessThan(260);
  },
);
