import type { Fault } from '../fault.ts';

const documents = 'server/scenarios/financing-documents.test.ts';
const papers = 'server/src/documents/render-document.test.ts';

/** What is handed out after the acceptance, and the number that the maker of a note is named with. */
export const certificates: Fault[] = [
  {
    id: 'certificate-pages-rewritten',
    file: 'server/src/documents/append-pages.ts',
    search: 'return copy.commit({ useObjectStreams: false });',
    replace: 'return copy.save({ useObjectStreams: false, rewrite: true });',
    test: papers,
    breaks: 'The copy of an accepted document does not begin with the accepted bytes.',
  },
  {
    id: 'certificate-left-out',
    file: 'server/src/documents/financing-documents.http.ts',
    search: 'file.acceptance === null || call.query.original !== undefined',
    replace: 'file.acceptance === null || call.query.original === undefined',
    test: documents,
    breaks: 'What is handed out after the acceptance does not say by whom it was accepted.',
  },
  {
    id: 'certificate-without-time-in-utc',
    file: 'server/src/documents/certified-copy.ts',
    search: 'accepted_at_utc: acceptance.accepted_at.slice(0, 19)',
    replace: 'accepted_at_utc: acceptance.accepted_at.slice(0, 10)',
    test: documents,
    breaks: 'A certificate does not say at which time in UTC its documents were accepted.',
  },
  {
    id: 'certificate-not-void',
    file: 'server/src/documents/financing-documents.sql',
    search: "'cr_number', s.accepted_cr_number, 'voided_at', voided_at(s),",
    replace: "'cr_number', s.accepted_cr_number, 'voided_at', null,",
    test: documents,
    breaks: 'The copy of a void note does not say that nothing is owed by it.',
  },
  {
    id: 'certificate-of-todays-name',
    file: 'server/src/documents/financing-documents.sql',
    search: 'case when s.accepted_capacity is null then c.name else s.accepted_company end',
    replace: 'c.name',
    test: documents,
    breaks: 'A certificate names the company as it is called when the copy is asked for.',
  },
  {
    id: 'documents-without-cr-number',
    file: 'server/src/documents/financing-documents.sql',
    search: "if awaited_company_details(p_ticket_id) <> '{}' then",
    replace: 'if false then',
    test: documents,
    breaks: 'Notes are prepared that name their maker without its commercial registration number.',
  },
  {
    id: 'cr-number-overwritten',
    file: 'server/src/documents/financing-documents.sql',
    search: 'set cr_number = coalesce(c.cr_number, p_cr_number), name',
    replace: 'set cr_number = coalesce(p_cr_number, c.cr_number), name',
    test: documents,
    breaks: 'A number that is sent once more changes the one in the profile.',
  },
  {
    id: 'documents-without-a-name',
    file: 'server/src/documents/financing-documents.sql',
    search: "array[case when c.name is null then 'name' end,",
    replace: 'array[null::text,',
    test: documents,
    breaks: 'Notes are prepared in which nobody promises: their maker has no name.',
  },
  {
    id: 'cr-number-arabic-digits-kept',
    file: 'domain/profiles/cr-number.ts',
    search: 'latinDigits(typed)',
    replace: 'typed',
    test: 'domain/profiles/cr-number.test.ts',
    breaks: 'A number in Arabic digits is refused.',
  },
];
