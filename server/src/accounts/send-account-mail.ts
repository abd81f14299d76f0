import type pg from 'pg';
import { z } from 'zod';
import type { Language } from '#domain/languages.ts';
import type { Clock } from '../platform/clock.ts';
import type { Mailer } from '../platform/mail/mail.ts';
import type { Secrets } from '../platform/config/secrets.ts';
import { renderAccountMail, type AccountMail } from './account-mail.ts';
import { accountStore } from './account-store.ts';
import { derivedTokens } from './derived-tokens.ts';

export interface AccountJobDeps {
  /** The pool of the role `hamla_accounts`. */
  pool: pg.Pool;
  mailer: Mailer;
  secrets: Secrets;
  clock: Clock;
  siteUrl: () => string;
}

/** Ids only, so that a reader of the queue can neither sign in nor learn an address. */
const payloadSchema = z.union([
  z.object({ token_id: z.uuid() }),
  z.object({ notice_id: z.uuid() }),
]);

/** Sends one mail: a link or digits, computed here from their row's id, or a notice. */
export function sendAccountMail(deps: AccountJobDeps): (payload: unknown) => Promise<void> {
  const store = accountStore(deps.pool);
  const derived = derivedTokens(deps.secrets);

  async function tokenMail(tokenId: string, siteUrl: string): Promise<Addressed | null> {
    const found = await store.readLinkMail(tokenId, deps.clock.now());
    if (!found) return null;
    const { email, language } = found;
    if (found.kind === 'otp') {
      const mail = { kind: 'sign_in_code', code: derived.signInCode(tokenId), siteUrl } as const;
      return { id: tokenId, to: email, language, mail };
    }
    const link = new URL(`${siteUrl}/auth/v1/verify`);
    link.searchParams.set('token', derived.linkToken(tokenId, found.pkce));
    link.searchParams.set('type', found.kind);
    link.searchParams.set('redirect_to', found.redirect_to);
    const kind = found.is_proof ? 'mailbox_proof' : found.kind;
    return { id: tokenId, to: email, language, mail: { kind, link: link.href } };
  }

  async function noticeMail(noticeId: string, siteUrl: string): Promise<Addressed | null> {
    const found = await store.readNoticeMail(noticeId);
    if (!found) return null;
    const { email, language, ...notice } = found;
    if (notice.kind === 'factor_removal_asked' || notice.kind === 'factor_removal_confirmed') {
      const { kind, factor_removal_id, effective_at } = notice;
      // The token is in the fragment, which reaches no log. The page asks before it sends it, because mail scanners
      // open links.
      const link = `${siteUrl}/keep-second-factor#${derived.factorRemovalToken(factor_removal_id)}`;
      return { id: noticeId, to: email, language, mail: { kind, link, siteUrl, effective_at } };
    }
    return { id: noticeId, to: email, language, mail: { ...notice, siteUrl } };
  }

  return async (raw) => {
    const payload = payloadSchema.parse(raw);
    const siteUrl = deps.siteUrl();
    const found =
      'token_id' in payload
        ? await tokenMail(payload.token_id, siteUrl)
        : await noticeMail(payload.notice_id, siteUrl);
    // The link is used, expired or deleted: nothing to send.
    if (!found) return;
    await deps.mailer.send({
      message_id: `<${found.id}@${new URL(siteUrl).hostname}>`,
      to: found.to,
      ...renderAccountMail(found.mail, found.language),
    });
    if (found.mail.kind === 'account_erased') await store.deleteErasureNotice(found.id);
  };
}

interface Addressed {
  /** The row's id, so that a second delivery has the same Message-ID. */
  id: string;
  to: string;
  /** The recipient's language. */
  language: Language;
  mail: AccountMail;
}
