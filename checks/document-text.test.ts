import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { DocumentText as Content } from '#api/document-text.ts';
import { languages, type Language } from '#domain/languages.ts';
import type {
  FinancingAgreement,
  Party,
  PromissoryNote,
} from '#server/documents/document-kinds.ts';
import { agreementText, noteText } from '#server/documents/financing-text.ts';
import { renderDocument, type DocumentRequest } from '#server/documents/render-document.ts';
import { partyByName, sampleIssue } from '#server/documents/sample-documents.testing.ts';
import type { FinancingDocumentKind } from '#domain/documents/acceptance.ts';
import { readPdf } from '../server/testing/pdf-text.ts';
import { DocumentText } from '../web/src/documents/document-text.tsx';

/** What a company reads on the page is what it accepts as PDF, word for word. */

const company: Party = {
  name: 'شركة نخيل الوادي للتجارة',
  contact_name: 'سارة القحطاني',
  contact_title: 'Finance Manager',
  address: 'King Fahd Road 7, Riyadh 12271',
  email: 'finance@nakheel.example.sa',
  phone: '+966501234567',
  cr_number: '1010123456',
};
const shared = { ...sampleIssue, version: 2, ticket_number: 'HM-7K3Q' };
const agreement: FinancingAgreement = {
  ...shared,
  agreed_on: '2026-11-20',
  company,
  agency: partyByName,
  description: null,
  amount_sar: '1234567.89',
  fee_amount: '61728.39',
  fee_vat_amount: '8051.53',
  net_amount: '1172839.50',
  installments: [
    { seq: 1, due_date: '2026-12-20', amount_sar: '617283.94' },
    { seq: 2, due_date: '2027-01-20', amount_sar: '617283.95' },
  ],
};
const note: PromissoryNote = {
  ...shared,
  seq: 2,
  count: 2,
  made_on: '2026-11-20',
  due_date: '2027-01-20',
  amount_sar: '617283.95',
  company,
};
const withoutAccount = {
  ...shared.platform,
  iban: null,
  name_ar: null,
  address: null,
  address_ar: null,
};

type Request = DocumentRequest<FinancingDocumentKind>;
const requests = languages.flatMap((language): [string, Request, Content][] => {
  const agreements = [
    agreement,
    { ...agreement, platform: withoutAccount, company: partyByName, agency: company },
  ];
  const notes = [note, { ...note, platform: withoutAccount, company: partyByName }];
  return [
    ...agreements.map((data, place): [string, Request, Content] => [
      `agreement ${place + 1}, ${language}`,
      { kind: 'financing_agreement', language, data },
      agreementText(data, language),
    ]),
    ...notes.map((data, place): [string, Request, Content] => [
      `note ${place + 1}, ${language}`,
      { kind: 'promissory_note', language, data },
      noteText(data, language),
    ]),
  ];
});

/** The words of a text in the order of the alphabet: two columns of a PDF lie on one line. */
const wordsOf = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[\u200b\u2066-\u2069]/g, '')
    // In a PDF, marks beside words of the other direction are runs of their own.
    .replace(/[(),،]/g, ' ')
    .split(/\s+/)
    .filter(Boolean)
    .toSorted();

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

/** What the page shows: without the labels that a phone repeats in each card of a table, with the numbers of a list. */
function wordsOnPage(content: Content, language: Language): string[] {
  const html = renderToStaticMarkup(createElement(DocumentText, { content, language }));
  const items = html.match(/<li/g)?.length ?? 0;
  const text = html
    .replace(/<span aria-hidden="true"[^>]*>[^<]*<\/span>/g, '')
    .replace(/<\/?(bdi|strong|span)\b[^>]*>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(#?\w+);/g, (_, name: string) => entities[name] ?? `&${name};`);
  const numbers = Array.from({ length: items }, (_, place) => `${place + 1}.`);
  return wordsOf(`${text} ${numbers.join(' ')}`);
}

/** What the PDF shows between the head and the foot of each page. */
async function wordsInPdf(request: Request): Promise<string[]> {
  const { lines } = await readPdf(await renderDocument(request), request.language);
  const isFoot = (line: string) => /(Page \d of \d|صفحة \d من \d)$/.test(line);
  return wordsOf(lines.filter((line) => !isFoot(line)).join(' '));
}

describe('the text of a financing document', () => {
  test.each(requests)('is the same on the page as in the PDF: %s', async (_, request, content) => {
    const read = wordsOnPage(content, request.language);
    expect(read.length).toBeGreaterThan(60);
    expect(read).toEqual(await wordsInPdf(request));
  });
});
