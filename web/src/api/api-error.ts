import { isLanguage, type Language } from '#domain/languages.ts';
import type { Problem } from '#api/wire.ts';

/** What is said where no server speaks. Not in a catalogue: these must stand when nothing else could be loaded. */
export const ownWords: Record<Language, { offline: string; failed: string; unknown: string }> = {
  en: {
    offline: 'You appear to be offline. Check your connection and try again.',
    failed: 'An error occurred. Please try again.',
    unknown:
      'We could not find out whether this was done. Look at the list first; if you try again here, it counts once.',
  },
  ar: {
    offline: 'يبدو أنك غير متصل بالإنترنت. تحقق من الاتصال وحاول مرة أخرى.',
    failed: 'حدث خطأ. حاول مرة أخرى.',
    unknown:
      'تعذّر علينا معرفة ما إذا تم هذا الإجراء. راجع القائمة أولًا؛ وإن حاولت هنا مرة أخرى فلن يُحتسب إلا مرة واحدة.',
  },
};

const ownWordsNow = () => {
  const { lang } = document.documentElement;
  return ownWords[isLanguage(lang) ? lang : 'en'];
};

/** The words for a call that never reached the server, in the document's language. */
export const offlineMessage = (): string => ownWordsNow().offline;

/**
 * Every failure of a call. `code` is one of #domain/error-codes.ts; or, where no server of ours has spoken, `offline`
 * (status 0: no response came), `unanswered` (a response that is not ours, without words) or `outcome_unknown` (a write that
 * was sent twice and never answered). `message` is in words for a person, empty where the screen says its own; `fields` name
 * the inputs a refusal is about.
 */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  readonly fields: readonly { field: string; message: string }[];

  constructor(problem: Pick<Problem, 'code' | 'message' | 'status' | 'fields'>) {
    super(problem.message);
    this.name = 'ApiError';
    this.code = problem.code;
    this.status = problem.status;
    this.fields = problem.fields ?? [];
  }
}

export function offlineError(): ApiError {
  return new ApiError({ code: 'offline', message: offlineMessage(), status: 0 });
}

/** A write that was sent twice, and of which nobody has said whether it was made. */
export function unknownOutcome(): ApiError {
  return new ApiError({ code: 'outcome_unknown', message: ownWordsNow().unknown, status: 0 });
}

/** A response that is not the product's own, such as a proxy's page: it says nothing that can be shown. */
function unansweredError(status: number): ApiError {
  return new ApiError({ code: 'unanswered', message: '', status });
}

/** The error in a refusal: the product's own (JSON with `code` and `message`), or `unanswered`. */
export function errorFromResponse(status: number, contentType: string, text: string): ApiError {
  try {
    const body = JSON.parse(text) as Partial<Problem> | null;
    const isJson = /^application\/(problem\+)?json\b/i.test(contentType);
    if (isJson && typeof body?.code === 'string' && typeof body.message === 'string') {
      return new ApiError({ code: body.code, message: body.message, status, fields: body.fields });
    }
  } catch {
    // Not JSON, so not ours.
  }
  return unansweredError(status);
}

/** A reply of the product's API. @throws ApiError `unanswered` where the text is none: every reply has something in it. */
export function replyFromText(status: number, text: string): unknown {
  let reply: unknown;
  try {
    reply = JSON.parse(text);
  } catch {
    throw unansweredError(status);
  }
  const isEmpty =
    typeof reply === 'object' &&
    reply !== null &&
    !Array.isArray(reply) &&
    Object.keys(reply).length === 0;
  if (isEmpty) throw unansweredError(status);
  return reply;
}

/** The message of whatever was thrown, or the given words when it says nothing; without them, that an error occurred. */
export function messageOf(error: unknown, otherwise?: string): string {
  return error instanceof Error && error.message
    ? error.message
    : (otherwise ?? ownWordsNow().failed);
}

/** The message at one field of a refused request, if the refusal names that field. */
export function fieldMessage(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.fields.find((entry) => entry.field === field)?.message;
}
