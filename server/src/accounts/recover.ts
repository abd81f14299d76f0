import { type Accounts, type LinkWish, type Sender, linkOrder } from './account-context.ts';

interface LinkRequest {
  /** Normalised. */
  email: string;
  link: LinkWish;
  sender: Sender;
}

/**
 * Mails a recovery link. Says nothing: not whether the account exists, not whether one was sent just now. Nor does the time it
 * takes: a job writes the link (write-account-link.ts).
 */
export async function recover(accounts: Accounts, wish: LinkRequest): Promise<void> {
  await accounts.limits.count('recover', wish.sender.address);
  const now = accounts.clock.now();
  await accounts.store.requestLink(
    'recovery',
    wish.email,
    linkOrder(accounts, 'recovery', wish.link, now),
    now,
  );
}

/** Mails the confirmation of a sign-up or of a new e-mail again; as silent as `recover`. */
export async function resend(
  accounts: Accounts,
  wish: LinkRequest & { type: 'signup' | 'email_change' },
): Promise<void> {
  await accounts.limits.count('resend', wish.sender.address);
  const now = accounts.clock.now();
  await accounts.store.requestLink(
    wish.type,
    wish.email,
    linkOrder(accounts, wish.type, wish.link, now),
    now,
  );
}
