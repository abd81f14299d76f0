import { Trans, useLingui } from '@lingui/react/macro';
import type { DocumentSet } from '#api/financing-documents.ts';
import type { Language } from '#domain/languages.ts';
import { call } from '../api/call.ts';
import { SaveButton } from '../files/save-button.tsx';
import { openDownload } from '../files/download-file.ts';
import { useFileSize } from '../files/file-size.ts';
import { languageFacts } from '../i18n.ts';
import { FileIcon } from '../ui/icons.tsx';

type Document = DocumentSet['documents'][number];

/**
 * The documents of one version, each in both languages, to be read; `asStaff`: that they were opened is kept; `original`: what was
 * accepted as it is, without its certificate page.
 */
export function DocumentList({
  documents,
  asStaff = false,
  original = false,
}: {
  documents: readonly Document[];
  asStaff?: boolean | undefined;
  original?: boolean;
}) {
  const { t } = useLingui();
  const titled = [...Map.groupBy(documents, ({ kind, seq }) => `${kind} ${seq ?? ''}`)];
  return (
    <ul aria-label={original ? t`Accepted files` : t`Documents`} className="border-y border-line">
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
              <InLanguage
                key={document.id}
                document={document}
                asStaff={asStaff}
                original={original}
              />
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

/** One file and how large it is, without a certificate page. */
function InLanguage({
  document,
  asStaff,
  original,
}: {
  document: Document;
  asStaff: boolean;
  original: boolean;
}) {
  const { t } = useLingui();
  const size = useFileSize();
  const { id, kind, seq, language } = document;
  // The Arabic note alone is the instrument.
  const isTranslation = kind === 'promissory_note' && language === 'en';
  const { name } = languageFacts[document.language];
  const query = original ? { original: 'true' as const } : {};
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
        <bdi translate="no">{size(document.size_bytes)}</bdi>
      </span>
      <span className="ms-auto max-sm:-me-3 sm:ms-0 sm:w-26">
        <SaveButton
          label={label}
          save={async () => openDownload((await call(open, { params: { id }, query })).url)}
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
