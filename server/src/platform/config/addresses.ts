/**
 * Checks of addresses in settings. Each returns what is wrong, in words that follow the variable's name, or null. The
 * words repeat nothing that may be a password.
 */

const escapes =
  'with %40 for @, %3A for :, %2F for /, %3F for ?, %23 for #, %20 for a space and %25 for % in user and password';

/**
 * Of an address with user and password. A special character that is not escaped moves the borders between password and
 * host, so that a message about the host would print a part of the password.
 */
function loginAddressProblem(text: string, protocol: RegExp, example: string): string | null {
  const [, authority = '', rest = ''] = /^[^/?#]*\/\/([^/?#]*)([^]*)$/.exec(text) ?? [];
  const login = authority.slice(0, Math.max(0, authority.lastIndexOf('@')));
  const isUnescaped =
    rest.includes('@') || login.includes('@') || /%(?![0-9a-f]{2})/i.test(login) || /\s/.test(text);
  if (isUnescaped) return `must be an address such as ${example}, ${escapes}`;
  const url = URL.parse(text);
  return url && protocol.test(url.protocol) ? null : `must be an address such as ${example}`;
}

const sslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];

/** Of `DATABASE_URL`. An unknown sslmode is a mistyped one. */
export function databaseAddressProblem(text: string): string | null {
  const example = 'postgres://user:password@localhost:5432/hamla';
  const problem = loginAddressProblem(text, /^postgres(ql)?:$/, example);
  if (problem) return problem;
  const mode = new URL(text).searchParams.get('sslmode');
  return mode === null || sslModes.includes(mode)
    ? null
    : `must have an sslmode of ${sslModes.join(', ')}`;
}

export const mailAddressProblem = (text: string): string | null =>
  loginAddressProblem(text, /^smtps?:$/, 'smtp://user:password@localhost:587');

/** Of `SITE_URL`: paths are appended to it, and it is compared with the origin of links. */
export function originProblem(text: string): string | null {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return 'must be an address such as https://hamla.sa';
  // A host name after an unescaped @ may be a part of a password.
  const example = text.includes('@') ? 'https://hamla.sa' : url.origin;
  return /^https?:\/\/[^/?#@\\\s]+\/*$/i.test(text)
    ? null
    : `must be scheme and host alone, without user, path or query, such as ${example}`;
}

/** Of one entry of `REDIRECT_ALLOW_LIST`, as redirects.ts compares them. */
export function redirectProblem(entry: string): string | null {
  const isPlain = /^https?:\/\/[^/?#@*\\\s]+(\/[^?#@*\\\s]*)?$/i.test(entry) && URL.canParse(entry);
  if (isPlain) return null;
  const shown = entry.includes('@') ? 'one of them' : JSON.stringify(entry);
  return (
    `must be addresses with https:// or http://, without user, query or *, separated by commas, such as ` +
    `https://app.hamla.sa,https://hamla.sa/welcome; ${shown} is none`
  );
}
