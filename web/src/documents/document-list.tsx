import { Trans, useLingui } from '@lingui/react/macro';
import type { DocumentSet } from '#api/financing-documents.ts';
import type { Language } from '#domain/languages.ts';
import { call } from '../api/call.ts';
import { SaveButton } from '../files/save-button.tsx';
import { saveFrom } from '../files/download-file.ts';
import { useFileSize } from '../files/file-size.ts';
import { languageFacts } from '../i18n.ts';
import { FileIcon } from '../ui/icons.tsx';

type Document = DocumentSet['documents'][number];

/** The documents of one version, each in both languages, to be read; `asStaff`: that they were opened is kept. */
export function DocumentList({
  documents,
  asStaff = false,
}: {
  documents: readonly Document[];
  asStaff?: boolean;
}) {
  const { t } = useLingui();
  const titled = [...Map.groupBy(documents, ({ kind, seq }) => `${kind} ${seq ?? ''}`)];
  return (
    <ul aria-label={t`Documents`} className="border-y border-line">
      {titled.map(([key, inLanguages]) => (
        <li
          key={key}
          className="grid gap-x-6 gap-y-1 py-3 not-first:border-t not-first:border-line sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center"
        >
          <p className="flex items-center gap-2.5 font-semibold">
            <FileIcon className="size-5 text-ink-faint" />
            <DocumentTitle document={inLanguages[0]!} />
          </p>
          <ul className="grid gap-1">
            {inLanguages.map((document) => (
              <InLanguage key={document.id} document={document} asStaff={asStaff} />
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

function DocumentTitle({ document: { kind, seq } }: { document: Document }) {
  if (kind === 'financing_agreement') return <Trans>Financing agreement</Trans>;
  return <Trans>Promissory note of installment {seq}</Trans>;
}

/** One file: how large it is, and the beginning of the fingerprint that is kept with the acceptance. */
function InLanguage({ document, asStaff }: { document: Document; asStaff: boolean }) {
  const { t } = useLingui();
  const size = useFileSize();
  const { id, kind, seq, sha256, language } = document;
  // The Arabic note alone is the instrument.
  const isTranslation = kind === 'promissory_note' && language === 'en';
  const { name } = languageFacts[document.language];
  const open = asStaff ? 'inspect_document' : 'create_document_link';
  const label =
    kind === 'financing_agreement'
      ? t`Open the financing agreement, ${name}`
      : t`Open the promissory note of installment ${seq}, ${name}`;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 sm:justify-end">
      <span className="text-sm text-ink-soft">
        {isTranslation ? (
          <>
            <Trans>Translation</Trans>
            {' · '}
          </>
        ) : null}
        <bdi>{size(document.size_bytes)}</bdi>
        {' · '}
        <bdi dir="ltr" title={`SHA-256 ${sha256}`} className="font-mono text-ink-faint">
          {sha256.slice(0, 8)}
        </bdi>
      </span>
      <span className="ms-auto max-sm:-me-3 sm:ms-0 sm:w-26">
        <SaveButton
          label={label}
          save={async () => saveFrom((await call(open, { params: { id } })).url)}
        >
          <LanguageName language={document.language} />
        </SaveButton>
      </span>
    </li>
  );
}

function LanguageName({ language }: { language: Language }) {
  return <span lang={language}>{languageFacts[language].name}</span>;
}
