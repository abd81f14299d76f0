import type { OperationId } from '#api/operations.ts';
import { languages, type Language } from '#domain/languages.ts';
import type { CallInput } from '../api/call.ts';
import { languageFacts } from '../i18n.ts';
import { DownloadDocumentButton } from './download-document-button.tsx';

/** One download button for each language of the product. */
export function DownloadInEachLanguage<Id extends OperationId>({
  of,
  inputIn,
  labelIn,
}: {
  of: Id;
  inputIn: (language: Language) => CallInput<Id>;
  /** The accessible name. */
  labelIn: (language: Language) => string;
}) {
  return languages.map((language) => (
    <DownloadDocumentButton
      key={language}
      small
      of={of}
      input={inputIn(language)}
      label={labelIn(language)}
    >
      <span lang={language}>{languageFacts[language].name}</span>
    </DownloadDocumentButton>
  ));
}
