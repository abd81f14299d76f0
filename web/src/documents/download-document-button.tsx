import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { OperationId } from '#api/operations.ts';
import type { CallInput } from '../api/call.ts';
import { downloadGenerated } from '../files/download-file.ts';
import { SaveButton } from '../files/save-button.tsx';

/** Saves a document that is made when it is asked for. */
export function DownloadDocumentButton<Id extends OperationId>({
  of,
  input,
  label,
  small = false,
  children,
}: {
  of: Id;
  input: CallInput<Id>;
  /** Its name for those who hear the page, where `children` are too short. */
  label?: string;
  small?: boolean;
  children: ReactNode;
}) {
  const { t } = useLingui();
  return (
    <SaveButton
      tone={small ? 'quiet' : 'secondary'}
      label={label}
      problem={t`The document could not be created. Please try again.`}
      save={() => downloadGenerated(of, input)}
    >
      {children}
    </SaveButton>
  );
}
