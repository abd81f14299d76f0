import type { Language } from '#domain/languages.ts';

/** What the API client needs to know of the account client; accounts/auth-client.client.ts plugs it in. */
interface SessionSource {
  /** The present access token, refreshed when it is about to expire; null when nobody is signed in. */
  token: () => Promise<string | null>;
  /** Called when the server refuses the token: renews the session, or ends it on this device. @returns whether it was renewed. */
  recheck: () => Promise<boolean>;
  /** Writes the language a person has chosen to their account; rejects when that fails. */
  keepLanguage: (language: Language) => Promise<void>;
}

let source: SessionSource = {
  token: async () => null,
  recheck: async () => false,
  keepLanguage: async () => {},
};

export function setSessionSource(next: SessionSource): void {
  source = next;
}

/** The bearer header of the signed-in person, empty when nobody is. */
export async function authorization(): Promise<Record<string, string>> {
  const token = await source.token();
  return token ? { authorization: `Bearer ${token}` } : {};
}

let hear = () => {};

/** Calls `listener` when a session that was refused has been renewed: what was refused can be asked for again. One listener. */
export function onRenewedSession(listener: () => void): void {
  hear = listener;
}

let rechecking: Promise<void> | null = null;

/** Called on every 401; many at once ask only once. */
export function recheckSession(): Promise<void> {
  rechecking ??= recheck().finally(() => {
    rechecking = null;
  });
  return rechecking;
}

async function recheck(): Promise<void> {
  if (await source.recheck()) hear();
}

/** Stores the language in the signed-in account, for mails; does nothing for visitors. */
export function keepLanguage(language: Language): Promise<void> {
  return source.keepLanguage(language);
}
