import { isLanguage, type Language } from '#domain/languages.ts';
import type { Problem } from '#api/wire.ts';

/** What is said where no server speaks. Not in a catalogue: these must stand when nothing else could be loaded. */
export const ownWords: Record<Language, { offline: string; unanswered: string }> = {
  en: {
    offline:
      'You appear to be offline. Check your connection and try again; nothing was sent twice.',
    unanswered: 'The service could not answer. Nothing was changed; please try again.',
  },
  ar: {
    offline: 'يبدو أنك غير متصل بالإنترنت. تحقق من الاتصال وحاول مرة أخرى؛ لم يُرسل شيء مرتين.',
    unanswered: 'تعذّر على الخدمة الرد. لم يتغير شيء؛ حاول مرة أخرى.',
  },
};

const ownWordsNow = () => {
  const { lang } = document.documentElement;
  return ownWords[isLanguage(lang) ? lang : 'en'];
};

/** The words for a call that never reached the server, in the document's language. */
export const offlineMessage = (): string => ownWordsNow().offline;

/**
 * Every failure of a call. `code` is one of #domain/error-codes.ts, or `offline` (status 0) when there was no
 * answer; `message` is in words for a person; `fields` name the inputs a refusal is about.
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

/** The error in an answer's body, whatever the body is (a balancer's page is not JSON). */
export function errorFromBody(status: number, text: string): ApiError {
  try {
    const body = JSON.parse(text) as Partial<Problem>;
    if (typeof body.code === 'string' && typeof body.message === 'string') {
      return new ApiError({ code: body.code, message: body.message, status, fields: body.fields });
    }
  } catch {
    // Not JSON: the sentence below says what can be said.
  }
  return new ApiError({ code: 'unexpected_failure', message: ownWordsNow().unanswered, status });
}

/** The message of whatever was thrown, or the given words when it says nothing. */
export function messageOf(error: unknown, otherwise: string): string {
  return error instanceof Error && error.message ? error.message : otherwise;
}

/** The message at one field of a refused request, if the refusal names that field. */
export function fieldMessage(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.fields.find((entry) => entry.field === field)?.message;
}
