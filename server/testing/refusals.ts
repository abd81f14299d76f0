import { problem } from '#api/wire.ts';
import type { ApiResponse } from '#server/product-client/product-client.ts';

/** The code of a refusal; null where there was none. */
export async function codeOf(answer: ApiResponse | Promise<ApiResponse>): Promise<string | null> {
  const { status, text } = await answer;
  return status === 200 ? null : problem.parse(JSON.parse(text)).code;
}

/** The status and the code of a refusal. */
export async function refusal(answer: Promise<ApiResponse>): Promise<[number, string]> {
  const { status, text } = await answer;
  return [status, problem.parse(JSON.parse(text)).code];
}

/** How often each answer came: 'accepted' or the code of a refusal. */
export async function tally(
  answers: (ApiResponse | Promise<ApiResponse>)[],
): Promise<Record<string, number>> {
  const codes = await Promise.all(answers.map(codeOf));
  const counts = Object.entries(Object.groupBy(codes, (code) => code ?? 'accepted'));
  return Object.fromEntries(counts.map(([code, all]) => [code, all!.length]));
}
