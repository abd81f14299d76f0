/** A read that the shell of a screen began before the application's code was there; first-paint.ts writes it. */
interface EarlyAnswer {
  path: string;
  language: string;
  authorization: string;
  /** Milliseconds since 1970. */
  began: number;
  answer: Promise<Response>;
}

declare global {
  interface Window {
    hamlaEarly?: EarlyAnswer;
  }
}

/** Largest age of a prefetched response when it is used, ms: the stale time of other reads (queries.ts). */
const freshMs = 15_000;

/** Takes the prefetched response of exactly this read, once; undefined: there is none. */
export function takePrefetchedResponse(
  path: string,
  headers: Record<string, string>,
): Promise<Response> | undefined {
  const early = window.hamlaEarly;
  if (early?.path !== path) return undefined;
  delete window.hamlaEarly;
  const isSame =
    early.language === headers['accept-language'] &&
    early.authorization === headers['authorization'] &&
    Date.now() - early.began < freshMs;
  return isSame ? early.answer : undefined;
}
