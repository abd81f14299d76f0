import { isLanguage, type Language } from '#domain/languages.ts';
import type { Problem } from '#api/wire.ts';

/** Messages for missing responses. Not in a catalogue, because they must work when nothing else could be loaded. */
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
  declare readonly code: string;
  declare readonly status: number;
  readonly fields: NonNullable<Problem['fields']> = [];
  /** The payouts that a refusal is about. */
  readonly holds: NonNullable<Problem['holds']> = [];
  /** The ways in which a file's days may be read, of which somebody chooses one. */
  readonly readings: NonNullable<Problem['readings']> = [];
  /** A response of 2xx without content: something between lost what our server said. */
  readonly isEmpty: boolean = false;
  /** The id of the request in the server's log, where a server of ours has responded. */
  declare readonly request_id?: string;

  constructor(
    problem: Pick<Problem, 'code' | 'message' | 'status'> &
      Partial<Problem> & { isEmpty?: boolean },
  ) {
    super(problem.message);
    Object.assign(this, problem, { name: 'ApiError' });
  }
}

export function offlineError(): ApiError {
  return new ApiError({ code: 'offline', message: offlineMessage(), status: 0 });
}

/** A write that was sent twice and whose outcome is unknown; with the id of the second request. */
export function unknownOutcome(request_id?: string): ApiError {
  const message = ownWordsNow().unknown;
  return new ApiError({ code: 'outcome_unknown', message, status: 0, request_id });
}

/** A response that is not the product's own, such as a proxy's page; its content is not shown. */
export function unansweredError(status: number, isEmpty = false): ApiError {
  return new ApiError({ code: 'unanswered', message: '', status, isEmpty });
}

/** The error in a refusal: the product's own (JSON with `code` and `message`), or `unanswered`. */
export function errorFromResponse(status: number, contentType: string, text: string): ApiError {
  try {
    const body = JSON.parse(text) as Partial<Problem> | null;
    const isJson = /^application\/(problem\+)?json\b/i.test(contentType);
    if (isJson && typeof body?.code === 'string' && typeof body.message === 'string') {
      return new ApiError({ ...body, code: body.code, message: body.message, status });
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
    throw unansweredError(status, text.trim() === '');
  }
  const isEmpty =
    typeof reply === 'object' &&
    reply !== null &&
    !Array.isArray(reply) &&
    Object.keys(reply).length === 0;
  if (isEmpty) throw unansweredError(status, true);
  return reply;
}

/** What a screen says where no server of ours has given a message (SPEC section 8). */
export interface Fallback {
  sentence: string;
  /** The second line where the outcome is unknown: what is so, and what to do. */
  unknown: string;
}

/**
 * The message of whatever was thrown, or the given words when it says nothing; without them, that an error occurred. After a
 * `Fallback` of a screen stands on a line of its own what is known: that there is no connection, or its words on the outcome.
 */
export function messageOf(error: unknown, otherwise?: string | Fallback): string {
  if (typeof otherwise === 'object') {
    const { sentence, unknown } = otherwise;
    if (!(error instanceof ApiError) || error.status !== 0) return messageOf(error, sentence);
    return `${sentence}\n${error.code === 'offline' ? error.message : unknown}`;
  }
  return error instanceof Error && error.message
    ? error.message
    : (otherwise ?? ownWordsNow().failed);
}

/** The message at one field of a refused request, if the refusal names that field. */
export function fieldMessage(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.fields.find((entry) => entry.field === field)?.message;
}
