/** An email address as HTML's fields take it, with a domain that has a dot; no dot first, last or twice before the @. */
const EMAIL =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+(?:[A-Za-z]{2,}|xn--[A-Za-z0-9-]*[A-Za-z0-9])$/;

/** Marks that nobody sees, such as those of the reading direction that chats and mail programs put round an address. */
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * A typed or copied email address in the one form of its account: without what is not seen, the spaces around it and a full
 * stop after it, its domain as the Internet writes it (of browsers only some do). The letters keep their case.
 */
export function plainEmail(typed: string): string {
  const text = typed.replace(unseen, '').trim().replace(/\.+$/, '');
  const [, before, domain] = /^([^@]*@)([\p{L}\p{M}\p{N}.-]+)$/u.exec(text) ?? [];
  const isAscii = domain === undefined || /^[a-z0-9.-]+$/i.test(domain);
  return isAscii ? text : `${before}${URL.parse(`http://${domain}`)?.hostname ?? domain}`;
}

/** Whether a plain address is one. */
export const isEmail = (text: string): boolean => EMAIL.test(text);
