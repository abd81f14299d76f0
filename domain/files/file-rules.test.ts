import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  MAX_FILE_BYTES,
  checkFile,
  contentTypesOf,
  fileKinds,
  fileRules,
  nameOfContent,
  requestDocumentKinds,
  safeFileName,
  storagePath,
  stores,
} from './file-rules.ts';

const upload = { user_id: '0199-u', timestamp_ms: 1_795_000_000_000, index: 2, file_name: 'a.png' };

test.each([
  ['company_registration_file', 'company-documents', '0199-u/company_registration.pdf'],
  ['financial_statement_file', 'company-documents', '0199-u/financial_statement.pdf'],
  ['bank_statement_6m_file', 'company-documents', '0199-u/bank_statement.pdf'],
  ['agency_registration_file', 'agency-documents', '0199-u/company_registration.pdf'],
  ['other_docs_files', 'agency-documents', '0199-u/doc_1795000000000_2.pdf'],
  ['invoice', 'ticket-invoices', '0199-u/1795000000000_a.png'],
  ['transfer_proof', 'company-documents', '0199-u/transfer_1795000000000.pdf'],
  ['request_vat_return', 'company-documents', '0199-u/request_1795000000000.pdf'],
] as const)('a %s is kept in %s at %s', (kind, store, path) => {
  expect(fileRules[kind].store).toBe(store);
  expect(storagePath(kind, upload)).toBe(path);
});

test('statements are pdf only; registrations, other documents and invoices may be images', () => {
  const pdfOnly = fileKinds.filter((kind) => contentTypesOf(kind).length === 1);
  expect(pdfOnly).toEqual([
    'financial_statement_file',
    'bank_statement_6m_file',
    ...requestDocumentKinds,
  ]);
  expect(contentTypesOf('invoice')).toEqual(['application/pdf', 'image/jpeg', 'image/png']);
  expect(contentTypesOf('bank_statement_6m_file')).toEqual(['application/pdf']);
  expect(new Set(fileKinds.map((kind) => fileRules[kind].store))).toEqual(new Set(stores));
});

test.each([
  ['invoice', 'فاتورة.pdf', 1, null],
  ['invoice', 'SCAN.JPEG', MAX_FILE_BYTES, null],
  ['invoice', 'scan.png ', 1, null],
  ['invoice', 'invoice.exe', 1, 'file_type_not_allowed'],
  ['invoice', 'invoice.pdf.exe', 1, 'file_type_not_allowed'],
  ['invoice', 'invoice.exe. ', 1, 'file_type_not_allowed'],
  ['invoice', 'photo.jfif', 1, 'file_type_not_allowed'],
  ['invoice', 'invoice', 1, null],
  ['invoice', 'Invoice No. 12.2026', 1, null],
  ['bank_statement_6m_file', '1000012345', 1, null],
  ['bank_statement_6m_file', 'statement.png', 1, 'file_type_not_allowed'],
  ['invoice', 'invoice.pdf', 0, 'file_empty'],
  ['invoice', 'invoice.pdf', MAX_FILE_BYTES + 1, 'file_too_large'],
  ['invoice', '  ', 1, 'file_name_invalid'],
  ['invoice', 'in\u0000voice.pdf', 1, 'file_name_invalid'],
  ['invoice', `${'a'.repeat(252)}.pdf`, 1, 'file_name_invalid'],
] as const)('as %s the file %j of %i bytes is answered with %j', (kind, name, size, answer) => {
  expect(checkFile(kind, { name, size_bytes: size })).toBe(answer);
});

test.each([
  ['1000012345', 'image/jpeg', '1000012345.jpg'],
  ['Invoice No. 12.2026', 'application/pdf', 'Invoice No. 12.2026.pdf'],
  ['scan.PNG', 'image/jpeg', 'scan.jpg'],
  ['scan.JPEG', 'image/jpeg', 'scan.JPEG'],
  ['scan.pdf. ', 'application/pdf', 'scan.pdf'],
  ['.pdf', 'image/png', 'file.png'],
  ['فاتورة.', 'image/png', 'فاتورة.png'],
  ['a'.repeat(255), 'application/pdf', `${'a'.repeat(251)}.pdf`],
] as const)('the name %j of a file that is %s becomes %j', (name, type, right) => {
  expect(nameOfContent(name, type)).toBe(right);
});

test.each([
  ['invoice.pdf', 'invoice.pdf'],
  ['فاتورة رقم ١٢.pdf', 'فاتورة_رقم_١٢.pdf'],
  ['C:\\fakepath\\invoice.pdf', 'invoice.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['..', 'file'],
  ['.pdf', 'file.pdf'],
  ['...hidden.png', 'hidden.png'],
  ['inv\u202Egpj.pdf', 'invgpj.pdf'],
  ['a\u0000b\nc.pdf', 'abc.pdf'],
  ["a&b?c#d%e'f.pdf", 'a_b_c_d_e_f.pdf'],
  ['😀.jpg', '_.jpg'],
  ['', 'file'],
  [`${'ن'.repeat(300)}.jpeg`, `${'ن'.repeat(95)}.jpeg`],
])('the name %j becomes %j in a path', (name, safe) => {
  expect(safeFileName(name)).toBe(safe);
});

test('whatever a file is called, its name in a path is safe, short, and stays the same when made safe again', () => {
  const odd = fc.constantFrom(...Array.from('ab.٣ن/\\\u202E\u0000\u200F -_é😀'));
  const name = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: odd, maxLength: 300 }),
    fc.string({ unit: odd }).map((stem) => `${stem}.pdf`),
  );
  fc.assert(
    fc.property(name, (given) => {
      const safe = safeFileName(given);
      expect(safe).toMatch(/^[^./\\\p{Cc}\p{Cf}\s][^/\\\p{Cc}\p{Cf}\s]*$/u);
      expect(safe.length).toBeLessThanOrEqual(100);
      expect(safeFileName(safe)).toBe(safe);
      expect(safe.endsWith('.pdf') || !given.endsWith('.pdf')).toBe(true);
    }),
  );
});

test('every path begins with its owner and stays within their folder', () => {
  fc.assert(
    fc.property(fc.constantFrom(...fileKinds), fc.string({ unit: 'binary' }), (kind, file_name) => {
      const path = storagePath(kind, { ...upload, file_name });
      expect(path.split('/')).toHaveLength(2);
      expect(path.startsWith('0199-u/')).toBe(true);
    }),
  );
});
