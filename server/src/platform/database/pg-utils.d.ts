/** What pg's own queries call; its types leave it out. */
declare module 'pg/lib/utils.js' {
  /** An argument as PostgreSQL reads it. */
  export function prepareValue(value: unknown): string | Buffer | null;
}
