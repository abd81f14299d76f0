/** Where a mailed link may lead: the site itself, and addresses that the operator listed. */
export interface RedirectRules {
  siteUrl: string;
  allowList: string[];
}

/** Printable ASCII without a backslash, and two slashes before the host: all URL parsers read these alike. */
const plainWebAddress = /^https?:\/\/[\x21-\x2e\x30-\x5b\x5d-\x7e][\x21-\x5b\x5d-\x7e]*$/i;

/**
 * The address to redirect to: the requested one if it has the scheme, host and port of the site or the list covers it,
 * else the site. An address with a user name, a backslash or a control character is never allowed.
 */
export function safeRedirect(wished: unknown, rules: RedirectRules): URL {
  const site = new URL(rules.siteUrl);
  if (typeof wished !== 'string' || wished.length > 2048) return site;
  if (!plainWebAddress.test(wished)) return site;
  const url = URL.canParse(wished) ? new URL(wished) : site;
  if (url.username || url.password) return site;
  url.hash = '';
  const allowed =
    placeOf(url) === placeOf(site) || rules.allowList.some((entry) => covers(entry, url));
  return allowed ? url : site;
}

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** Scheme, host and port; the three names of the local machine are equal. */
const placeOf = (url: URL) =>
  `${url.protocol}//${loopback.test(url.hostname) ? '[own machine]' : url.hostname}:${url.port}`;

/** An entry covers its own path and the paths below it, on its own origin. */
function covers(entry: string, url: URL): boolean {
  if (!URL.canParse(entry)) return false;
  const { origin, pathname } = new URL(entry);
  const folder = pathname.replace(/\/$/, '');
  return (
    origin !== 'null' &&
    url.origin === origin &&
    (url.pathname === pathname || url.pathname === folder || url.pathname.startsWith(`${folder}/`))
  );
}
