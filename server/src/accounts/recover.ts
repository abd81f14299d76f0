import { type Accounts, type LinkOptions, type Sender, linkSettings } from './account-context.ts';
import type { LinkKind } from './account-store.ts';
import type { LimitedRequest } from './rate-limits.ts';

interface LinkRequest {
  /** Normalised. */
  email: string;
  link: LinkOptions;
  sender: Sender;
}

/**
 * Mails a recovery link. Neither the result nor the time shows whether the account exists or whether a link was sent
 * just now: a job writes the link (write-account-link.ts).
 */
export const recover = (accounts: Accounts, input: LinkRequest): Promise<void> =>
  requestLink(accounts, 'recover', 'recovery', input);

/** Mails the confirmation of a sign-up or of a new email again; as silent as `recover`. */
export const resend = (
  accounts: Accounts,
  input: LinkRequest & { type: 'signup' | 'email_change' },
): Promise<void> => requestLink(accounts, 'resend', input.type, input);

/** Mails the digits of a sign-in code to an account whose mailbox is proven; as silent as `recover`. */
export const mailSignInCode = (
  accounts: Accounts,
  input: Omit<LinkRequest, 'link'>,
): Promise<void> => {
  const link = { redirectTo: undefined, codeChallenge: null, codeChallengeMethod: null };
  return requestLink(accounts, 'otp', 'otp', { ...input, link });
};

async function requestLink(
  accounts: Accounts,
  limit: LimitedRequest,
  kind: LinkKind,
  { email, link, sender }: LinkRequest,
): Promise<void> {
  await accounts.limits.count(limit, sender.address);
  const now = accounts.clock.now();
  await accounts.store.requestLink(kind, email, linkSettings(accounts, kind, link, now), now);
}
