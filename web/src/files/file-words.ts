import { useLingui } from '@lingui/react/macro';
import { endingOf, fileRules, type FileKind } from '#domain/files/file-rules.ts';
import { ApiError, messageOf } from '../api/api-error.ts';

/** Endings of JPEG that SPEC does not name; such a file opens under another one. */
const JPEG_ENDING = /^\.(?:jfif?|jif|jpe|pjpe?g?)$/;

/** Types and size, said before a file is chosen. */
export function useFileHint(): (kind: FileKind) => string {
  const { t } = useLingui();
  return (kind) => (takesImages(kind) ? t`PDF, JPG or PNG, up to 10 MB` : t`PDF only, up to 10 MB`);
}

function takesImages(kind: FileKind): boolean {
  return fileRules[kind].extensions.some((extension) => extension !== '.pdf');
}

/**
 * Why a file was refused, by name and in words, one sentence for each code of #domain/error-codes.ts that a file can
 * meet; `refusal` is the code of checkFile or whatever the upload threw.
 */
export function useFileProblem(): (
  refusal: unknown,
  file: { name: string; kind: FileKind },
) => string {
  const { t } = useLingui();
  return (refusal, file) => {
    // Isolated, so that a name in the other direction does not turn the sentence round.
    const name = `\u2068${file.name}\u2069`;
    switch (refusal instanceof ApiError ? refusal.code : refusal) {
      case 'file_missing':
        return t`Choose a file first.`;
      case 'file_empty':
        return t`${name} is empty. Choose another file.`;
      case 'file_too_large':
      case 'request_too_large':
        return t`${name} is larger than 10 MB. Choose a smaller file.`;
      case 'file_type_not_allowed':
        if (!takesImages(file.kind))
          return t`${name} is not a type we accept here. Save or print it as a PDF, and choose that.`;
        return JPEG_ENDING.test(endingOf(file.name))
          ? t`We do not know the ending of ${name}. Rename it so that it ends in .jpg, and choose it again.`
          : t`${name} is not a type we accept here. Save a copy as PDF, JPG or PNG, and choose that.`;
      case 'file_content_mismatch':
        return takesImages(file.kind)
          ? t`${name} does not hold a PDF, JPG or PNG that we can accept. Save or print it as a new PDF, and choose that.`
          : t`${name} does not hold a PDF that we can accept. Save or print it as a new PDF, and choose that.`;
      case 'file_protected':
        return t`${name} is protected by a password. Choose a copy without one.`;
      case 'file_with_script':
        return t`${name} contains a script (JavaScript). Print it to a new PDF and choose that.`;
      case 'file_with_launch_action':
        return t`${name} can start programs. Print it to a new PDF and choose that.`;
      case 'file_with_program':
        return t`${name} has a program attached, or a file that we cannot check. Choose a copy without it.`;
      case 'file_infected':
        return t`${name} contains the signature of a virus. Check your device, and choose a clean copy.`;
      case 'file_too_complex':
        return t`${name} takes too long to check. Print it to a new PDF, or split it, and choose that.`;
      case 'file_name_invalid':
        return t`The name of this file cannot be used. Rename it and choose it again.`;
      case 'file_unreadable':
        return t`${name} can no longer be read. It may have been moved or changed; choose it again.`;
      case 'offline':
        return t`${name} could not be uploaded because there is no connection. Try again once you are back online.`;
      case 'unanswered':
      case 'outcome_unknown':
        return t`We could not find out whether ${name} has arrived. Try again; it counts only once.`;
      default: {
        const reason = messageOf(refusal, t`Please try again.`);
        return t`${name} could not be uploaded. ${reason}`;
      }
    }
  };
}
