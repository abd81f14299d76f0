import { type Accounts, type LinkOptions, type Sender, linkSettings } from './account-context.ts';

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
export async function recover(accounts: Accounts, input: LinkRequest): Promise<void> {
  await accounts.limits.count('recover', input.sender.address);
  const now = accounts.clock.now();
  await accounts.store.requestLink(
    'recovery',
    input.email,
    linkSettings(accounts, 'recovery', input.link, now),
    now,
  );
}

/** Mails the confirmation of a sign-up or of a new email again; as silent as `recover`. */
export async function resend(
  accounts: Accounts,
  input: LinkRequest & { type: 'signup' | 'email_change' },
): Promise<void> {
  await accounts.limits.count('resend', input.sender.address);
  const now = accounts.clock.now();
  await accounts.store.requestLink(
    input.type,
    input.email,
    linkSettings(accounts, input.type, input.link, now),
    now,
  );
}
