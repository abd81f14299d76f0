/** A text without the mail addresses in it, which a mail server's refusal quotes. */
export const withoutAddresses = (text: string) =>
  text.replaceAll(/[^\s<>@"]{1,64}@[^\s<>@"]{1,255}/g, '[address]');

/** Also without what is as long as a token. */
export const withoutSecrets = (text: string) =>
  withoutAddresses(text).replaceAll(/[\w-]{40,}/g, '[token]');

/**
 * A line of the log without what may be a person's: also IBANs, numbers as long as a phone's, what PostgreSQL quotes
 * behind a colon, and paths of files and addresses.
 */
export const withoutData = (text: string) =>
  withoutSecrets(text)
    .replaceAll(/: *(?:"[^"]*"|'[^']*'|«[^»]*»)/g, ': [value]')
    .replaceAll(/\bSA(?: ?[0-9A-Z]){22}\b/gi, '[iban]')
    .replaceAll(/\d(?:[ -]?\d){7,}/g, '[number]')
    .replaceAll(/(?<![\w.])(?:[a-z]+:\/)?\/[^\s'"<>]+/gi, '[path]');

/** Where in the code an error arose: the lines of a stack behind its message. */
export const framesOf = (stack: string) =>
  stack
    .split('\n')
    .filter((line) => /^ {4}at /.test(line))
    .join('\n');
