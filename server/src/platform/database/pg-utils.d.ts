/** Used by pg's own queries; missing in its types. */
declare module 'pg/lib/utils.js' {
  /** Converts an argument to what PostgreSQL reads. */
  export function prepareValue(value: unknown): string | Buffer | null;
}
