import type { Role } from '../accounts/roles.ts';
import type { ErrorCode } from '../error-codes.ts';

/** SPEC section 3. */
export const stores = ['company-documents', 'agency-documents', 'ticket-invoices'] as const;

export type Store = (typeof stores)[number];

/** 10 MB a file; ours, as SPEC names no limit. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** As long as file systems allow; ours. */
const FILE_NAME_MAX_LENGTH = 255;

/** The longest name that becomes part of a storage path, in characters. */
const SAFE_FILE_NAME_MAX_LENGTH = 100;

const contentTypeOfExtension = {
  '.pdf': 'application/pdf',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
} as const;

type FileExtension = keyof typeof contentTypeOfExtension;
export type ContentType = (typeof contentTypeOfExtension)[FileExtension];

const pdf: readonly FileExtension[] = ['.pdf'];
const pdfOrImage: readonly FileExtension[] = ['.pdf', '.jpg', '.jpeg', '.png'];

/** Kinds of files: who uploads them, where they are stored (SPEC section 7) and which types are allowed (SPEC sections 2 and 5). */
export const fileRules = {
  company_registration_file: {
    role: 'company',
    store: 'company-documents',
    extensions: pdfOrImage,
  },
  financial_statement_file: { role: 'company', store: 'company-documents', extensions: pdf },
  bank_statement_6m_file: { role: 'company', store: 'company-documents', extensions: pdf },
  /** The agency's company_registration_file. */
  agency_registration_file: { role: 'agency', store: 'agency-documents', extensions: pdfOrImage },
  other_docs_files: { role: 'agency', store: 'agency-documents', extensions: pdfOrImage },
  invoice: { role: 'company', store: 'ticket-invoices', extensions: pdfOrImage },
  /** What shows that a company has transferred money. */
  transfer_proof: { role: 'company', store: 'company-documents', extensions: pdfOrImage },
  /** What comes with a request for a higher budget. */
  request_bank_statement: { role: 'company', store: 'company-documents', extensions: pdf },
  request_financial_statement: { role: 'company', store: 'company-documents', extensions: pdf },
  request_vat_return: { role: 'company', store: 'company-documents', extensions: pdf },
} as const satisfies Record<
  string,
  { role: Role; store: Store; extensions: readonly FileExtension[] }
>;

export type FileKind = keyof typeof fileRules;

export const fileKinds = Object.keys(fileRules) as FileKind[];

/** The content types that the bytes of such a file may have. */
export function contentTypesOf(kind: FileKind): ContentType[] {
  return [...new Set(fileRules[kind].extensions.map((one) => contentTypeOfExtension[one]))];
}

/**
 * The ending of a name in lower case, with its dot; '' without one, as of a number or a date. What follows it is ignored:
 * Windows drops dots and spaces there.
 */
export function endingOf(name: string): string {
  return /\.[a-z][a-z0-9]{0,4}(?=[.\s]*$)/u.exec(name.toLowerCase())?.[0] ?? '';
}

/** The name with the ending of its content; the content decides, where the name says nothing or another type of the kind. */
export function nameOfContent(name: string, type: ContentType): string {
  const ending = endingOf(name);
  const clean = name.replace(/[.\s]+$/u, '');
  const endings = Object.keys(contentTypeOfExtension) as FileExtension[];
  const fitting = endings.filter((one) => contentTypeOfExtension[one] === type);
  if (fitting.some((one) => one === ending)) return clean;
  const stem = clean.slice(0, clean.length - ending.length) || 'file';
  return stem.slice(0, FILE_NAME_MAX_LENGTH - fitting[0]!.length) + fitting[0];
}

/** Why a chosen file is refused before its bytes are read, or null: its name, its ending, its size. */
export function checkFile(
  kind: FileKind,
  file: { name: string; size_bytes: number },
): ErrorCode | null {
  if (!nameIsAllowed(file.name)) return 'file_name_invalid';
  const ending = endingOf(file.name);
  if (ending && !fileRules[kind].extensions.some((one) => one === ending)) {
    return 'file_type_not_allowed';
  }
  if (file.size_bytes <= 0) return 'file_empty';
  if (file.size_bytes > MAX_FILE_BYTES) return 'file_too_large';
  return null;
}

/** Control characters hide what a name says, and PostgreSQL's text holds no NUL. */
function nameIsAllowed(name: string): boolean {
  return name.trim() !== '' && name.length <= FILE_NAME_MAX_LENGTH && !/\p{Cc}/u.test(name);
}

type Upload = { user_id: string; timestamp_ms: number; index: number; file_name: string };

const pathOf: Record<FileKind, (upload: Upload) => string> = {
  company_registration_file: ({ user_id }) => `${user_id}/company_registration.pdf`,
  financial_statement_file: ({ user_id }) => `${user_id}/financial_statement.pdf`,
  bank_statement_6m_file: ({ user_id }) => `${user_id}/bank_statement.pdf`,
  agency_registration_file: ({ user_id }) => `${user_id}/company_registration.pdf`,
  other_docs_files: ({ user_id, timestamp_ms, index }) =>
    `${user_id}/doc_${timestamp_ms}_${index}.pdf`,
  invoice: ({ user_id, timestamp_ms, file_name }) =>
    `${user_id}/${timestamp_ms}_${safeFileName(file_name)}`,
  transfer_proof: ({ user_id, timestamp_ms }) => `${user_id}/transfer_${timestamp_ms}.pdf`,
  request_bank_statement: ({ user_id, timestamp_ms }) => `${user_id}/request_${timestamp_ms}.pdf`,
  request_financial_statement: ({ user_id, timestamp_ms }) =>
    `${user_id}/request_${timestamp_ms}.pdf`,
  request_vat_return: ({ user_id, timestamp_ms }) => `${user_id}/request_${timestamp_ms}.pdf`,
};

/** The kinds of documents that come with a request for a higher budget. */
export const requestDocumentKinds = [
  'request_bank_statement',
  'request_financial_statement',
  'request_vat_return',
] as const satisfies FileKind[];

/**
 * The path of a file within its store (SPEC section 7). Documents end in .pdf as SPEC says, whatever their type.
 * `timestamp_ms` counts from 1970; `index` is the place among several files chosen at once, from 0.
 */
export function storagePath(kind: FileKind, upload: Upload): string {
  return pathOf[kind](upload);
}

/** Arabic letters, their vowel signs and both Arabic forms of the digits, beside plain Latin. */
const UNSAFE =
  /[^A-Za-z0-9\u0621-\u063A\u0641-\u0652\u0660-\u0669\u0671-\u06D3\u06F0-\u06F9._-]+/gu;

/**
 * A file's own name made fit for a path: no folders, no control characters, no marks that turn the reading direction,
 * no leading dot, at most SAFE_FILE_NAME_MAX_LENGTH characters; the extension stays. "file" where nothing is left.
 */
export function safeFileName(name: string): string {
  const last = name.split(/[/\\]/u).at(-1) ?? '';
  const clean = last
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .replace(UNSAFE, '_');
  const extension = /\.[A-Za-z0-9]{1,10}$/u.exec(clean)?.[0] ?? '';
  const stem = clean
    .slice(0, clean.length - extension.length)
    .replace(/^\.+/u, '')
    .slice(0, SAFE_FILE_NAME_MAX_LENGTH - extension.length);
  return (stem || 'file') + extension;
}
