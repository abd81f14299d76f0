import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { camt053, type XmlNode } from '#domain/servicing/camt-053.ts';
import { bankStatementCsv } from '#domain/servicing/bank-statement-csv.ts';
import {
  BankStatementProblem,
  type BankStatementFile,
} from '#domain/servicing/bank-statement-line.ts';
import { AppError } from '../platform/app-error.ts';

/**
 * The statement that a file holds: camt.053 where it begins as XML does, otherwise CSV.
 * @throws AppError `bank_statement_unreadable` with the line and the field in its words and its `fields`.
 */
export function parseBankStatement(bytes: Buffer): BankStatementFile {
  try {
    const text = decoded(bytes);
    const statement = /^\s*</u.test(text) ? camt053(parsedXml(text)) : bankStatementCsv(text);
    // A day on which nothing was booked is a statement too.
    if (statement.lines.length === 0 && statement.period === null)
      throw new BankStatementProblem(null, 'lines', 'must not be empty');
    return statement;
  } catch (error) {
    if (!(error instanceof BankStatementProblem)) throw error;
    const { line, field, must } = error;
    throw new AppError('bank_statement_unreadable', {
      words: `The statement cannot be read: ${error.message}. Nothing was imported.`,
      fields: [{ field: line === null ? field : `line ${line} · ${field}`, message: must }],
      cause: error,
    });
  }
}

/** UTF-8, or UTF-16 with its mark, as spreadsheets write it. */
function decoded(bytes: Buffer): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  try {
    const text = new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Said below.
  }
  throw new BankStatementProblem(null, 'text', 'must be UTF-8');
}

/** Deeper than any statement. */
const MAX_DEPTH = 40;

/**
 * The elements of a document. What a document can declare (entities, of this file or of another place) is refused
 * before anything is read: no statement needs it.
 */
function parsedXml(text: string): XmlNode {
  if (/<!\s*(DOCTYPE|ENTITY)/iu.test(text)) {
    throw new BankStatementProblem(null, 'DOCTYPE', 'must not be declared');
  }
  const validity = XMLValidator.validate(text);
  if (validity !== true) {
    throw new BankStatementProblem(validity.err.line, 'XML', 'must be well formed');
  }
  const parser = new XMLParser({
    ignoreAttributes: false,
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
    throw new BankStatementProblem(null, 'XML', 'must be well formed');
  }
}
