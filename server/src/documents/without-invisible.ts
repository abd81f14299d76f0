/** Control characters, and marks that would change the direction of the surrounding text. */
const invisible = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]+/gu;

/** Removes characters from user texts that would affect the text around them. */
export function withoutInvisible<T>(data: T): T {
  if (typeof data === 'string') return data.replace(invisible, ' ').trim() as T;
  if (Array.isArray(data)) return data.map(withoutInvisible) as T;
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, withoutInvisible(value)]),
  ) as T;
}
