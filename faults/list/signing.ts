import type { Fault } from '../fault.ts';

const scenarios = 'server/scenarios/signing.test.ts';

/** What proves who accepts the documents, and what is kept of it. */
export const signing: Fault[] = [
  {
    id: 'identity-number-without-check-digit',
    file: 'domain/documents/identity-number.ts',
    search: 'IDENTITY_NUMBER.test(compact) && isLuhn(compact)',
    replace: 'IDENTITY_NUMBER.test(compact)',
    test: 'domain/documents/identity-number.test.ts',
    breaks: 'A mistyped identity number is taken for a person’s.',
  },
  {
    id: 'signing-code-tried-for-ever',
    file: 'server/src/documents/signing.sql',
    search: '  perform count_signing_try(p_ticket_id);\n',
    replace: '',
    test: scenarios,
    breaks: 'Who holds a session tries codes until one is right.',
  },
  {
    id: 'signing-code-never-expires',
    file: 'server/src/documents/signing.sql',
    search: 'c.expires_at <= p_now or ',
    replace: '',
    test: scenarios,
    breaks: 'An old mail is enough to accept documents.',
  },
  {
    id: 'signing-password-beside-factor',
    file: 'server/src/documents/signing.sql',
    search: 'if auth.has_factor(v_user_id) then',
    replace: 'if false then',
    test: scenarios,
    breaks: 'A stolen password accepts documents for an account with a second factor.',
  },
  {
    id: 'signing-record-of-whole-number',
    file: 'server/src/documents/accept-documents.ts',
    search: 'identity_last4: lastDigitsOf(identity_number)',
    replace: 'identity_last4: identity_number',
    test: scenarios,
    breaks: 'The database holds identity numbers that anybody can read who reads it.',
  },
  {
    id: 'page-leaves-out-words',
    file: 'web/src/documents/document-text.tsx',
    search: '<Sentence of={block.note} />',
    replace: '',
    test: 'checks/document-text.test.ts',
    breaks: 'The page shows less than the document that is accepted.',
  },
];
