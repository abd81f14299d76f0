/** The content of an email link in the address. It becomes a session only after the device or the person agrees. */
export type EmailLink =
  | { kind: 'none' }
  /** The account service refused the link. */
  | { kind: 'refused' }
  /**
   * A PKCE code: usable only with the verifier of the browser that asked for the link. In any other one the person may use
   * the link's own token, after a question.
   */
  | { kind: 'code'; code: string; flowId?: string; token?: LinkToken }
  /** The token of a link that has no code. */
  | { kind: 'token'; token: LinkToken }
  /** A complete session; anybody could have written it there. */
  | { kind: 'tokens'; accessToken: string; refreshToken: string; isRecovery: boolean };

/** The token of a mailed link that the click has not used yet, and what the link is for. */
export interface LinkToken {
  token: string;
  /** `signup`: to prove the mailbox of an account. */
  type: 'signup' | 'recovery' | 'email_change';
}

/** Reads the link of an address; its parameters may be in the fragment or in the query. */
function readEmailLink({ hash, search }: Pick<Location, 'hash' | 'search'>): EmailLink {
  const both = new URLSearchParams(`${hash.slice(1)}&${search.slice(1)}`);
  if (both.has('error_code') || both.has('error_description')) return { kind: 'refused' };
  const accessToken = both.get('access_token');
  if (accessToken !== null) {
    const refreshToken = both.get('refresh_token');
    if (!accessToken || !refreshToken) return { kind: 'refused' };
    return {
      kind: 'tokens',
      accessToken,
      refreshToken,
      isRecovery: both.get('type') === 'recovery',
    };
  }
  const token = readLinkToken(both);
  const code = both.get('code');
  if (code) return { kind: 'code', code, flowId: both.get(flowParameter) ?? undefined, token };
  return token ? { kind: 'token', token } : { kind: 'none' };
}

function readLinkToken(parameters: URLSearchParams): LinkToken | undefined {
  const token = parameters.get('link_token');
  const type = parameters.get('type');
  const isKnown = type === 'signup' || type === 'recovery' || type === 'email_change';
  return token && isKnown ? { token, type } : undefined;
}

/** Names which of several links that were asked for at once this one is; the account client's own name for it. */
const flowParameter = 'sb_flow_id';

/** Parameters that are secret, or belong to a secret. */
const secretParameters = [
  'access_token',
  'refresh_token',
  'provider_token',
  'provider_refresh_token',
  'expires_at',
  'expires_in',
  'token_type',
  'code',
  'link_token',
  flowParameter,
];

/** The address without what a link has brought; an ordinary fragment stays. */
function withoutSecrets({ hash, search, pathname }: Location): string {
  const query = new URLSearchParams(search);
  for (const name of secretParameters) query.delete(name);
  const fragment = /(^#|&)(access_token|refresh_token|code|link_token)=/.test(hash) ? '' : hash;
  const isChanged = query.size !== new URLSearchParams(search).size;
  const kept = query.size > 0 ? `?${query}` : '';
  return `${pathname}${isChanged ? kept : search}${fragment}`;
}

/** Reads the address once, and takes the secrets out of it and of the history before anything else reads it. */
function takeArrival(): EmailLink {
  const found = readEmailLink(location);
  const clean = withoutSecrets(location);
  if (clean !== location.pathname + location.search + location.hash) {
    history.replaceState(history.state, '', clean);
  }
  return found;
}

// The shell is rendered at build time, without an address.
export const emailLink: EmailLink = import.meta.env.SSR ? { kind: 'none' } : takeArrival();

/** What became of the link that led here: `used`, or of no use (`refused`); else what kind it is. */
export type EmailLinkKind = EmailLink['kind'] | 'used';

let kind: EmailLinkKind = emailLink.kind;

export const emailLinkKind = (): EmailLinkKind => kind;

export function setEmailLinkKind(next: EmailLinkKind): void {
  kind = next;
}
