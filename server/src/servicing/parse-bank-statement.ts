import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { camt053, type XmlNode } from '#domain/servicing/camt-053.ts';
import { bankStatementCsv, type KnownOfDays } from '#domain/servicing/bank-statement-csv.ts';
import { BankFileProblem, type BankStatementFile } from '#domain/servicing/bank-statement-line.ts';
import { AppError } from '../platform/app-error.ts';

/**
 * The statement that a file holds: camt.053 where it begins as XML does, otherwise CSV.
 * @throws AppError `bank_statement_unreadable` with the line and the field in its words and its `fields`.
 */
export function parseBankStatement(bytes: Buffer, known?: KnownOfDays): BankStatementFile {
  try {
    const start = bytes.toString('latin1', 0, 4000);
    const [, must] = otherFiles.find(([sign]) => sign.test(start)) ?? [];
    if (must !== undefined) throw new BankFileProblem(null, 'file', must);
    const text = decodedText(bytes);
    const statement = /^\s*</u.test(text)
      ? camt053(parsedXml(text))
      : bankStatementCsv(text, known);
    // A day on which nothing was booked is a statement too.
    if (statement.lines.length === 0 && statement.period === null)
      throw new BankFileProblem(null, 'lines', 'must not be empty');
    return statement;
  } catch (error) {
    if (!(error instanceof BankFileProblem)) throw error;
    throw new AppError('bank_statement_unreadable', {
      words: `The statement cannot be read: ${error.message}. Nothing was imported.`,
      fields: [fieldOf(error)],
      cause: error,
    });
  }
}

/** How files begin that a bank may give instead of a statement that can be read, and what is said of each. */
const otherFiles: readonly (readonly [sign: RegExp, must: string])[] = [
  [
    /<(?:\w+:)?BkToCstmrDbtCdtNtfctn[\s/>]/,
    'must not be a notification of single entries (camt.054): ask the bank for camt.053 or CSV',
  ],
  [
    /<(?:\w+:)?BkToCstmrAcctRpt[\s/>]/,
    'must not be an intraday report (camt.052), which is not final: ask the bank for camt.053 or CSV',
  ],
  [
    /^[^\w:{]{0,9}(?:\{1:|:20:)/,
    'must not be a SWIFT statement (MT940): ask the bank for camt.053 or CSV',
  ],
  [/^%PDF-/, 'must not be a PDF: ask the bank for camt.053 or CSV'],
];

/** What is wrong with a file, at the line and the field that it is about. */
export function fieldOf({ line, field, must }: BankFileProblem) {
  return { field: line === null ? field : `line ${line} · ${field}`, message: must };
}

/**
 * UTF-8, or UTF-16 with its mark, as spreadsheets write it. In any other encoding nothing says which it is.
 * @throws BankFileProblem
 */
export function decodedText(bytes: Buffer): string {
  const mark = bytes.subarray(0, 2).toString('hex');
  // The beginnings of .xls and .xlsx.
  if (mark === 'd0cf' || bytes.subarray(0, 4).toString('latin1') === 'PK\x03\x04') throw notText();
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    if (PAGE.test(text)) throw notText();
    if (!text.includes('\0')) return text;
  } catch (error) {
    if (error instanceof BankFileProblem) throw error;
  }
  throw new BankFileProblem(null, 'text', 'must be UTF-8: save it as CSV (UTF-8)');
}

/** How a web page begins, and a workbook as XML, behind what both may declare. */
const PAGE =
  /^\s*(?:<(?:\?|!--)[^>]*>\s*)*<(?:!doctype html|html|head|meta|style|body|table|div|workbook)\b/iu;

/** A workbook, or the web page that some banks name .xls. */
const notText = () =>
  new BankFileProblem(
    null,
    'file',
    'must not be a workbook or a web page: open it in a spreadsheet and save it as CSV (UTF-8)',
  );

/** Deeper than any statement. */
const MAX_DEPTH = 40;

/**
 * The elements of a document. What a document can declare (entities, of this file or of another place) is refused
 * before anything is read: no statement needs it.
 */
function parsedXml(text: string): XmlNode {
  if (/<!\s*(DOCTYPE|ENTITY)/iu.test(text)) {
    throw new BankFileProblem(null, 'DOCTYPE', 'must not be declared');
  }
  const validity = XMLValidator.validate(text);
  if (validity !== true) {
    throw new BankFileProblem(validity.err.line, 'XML', 'must be well formed');
  }
  const parser = new XMLParser({
    ignoreAttributes: false,
    // Numeric character references, once; what a document declares is refused above.
    htmlEntities: true,
    removeNSPrefix: true,
    parseTagValue: false,
    parseAttributeValue: false,
    ignoreDeclaration: true,
    ignorePiTags: true,
    maxNestedTags: MAX_DEPTH,
  });
  try {
    return parser.parse(text) as XmlNode;
  } catch {
    throw new BankFileProblem(null, 'XML', 'must be well formed');
  }
}
