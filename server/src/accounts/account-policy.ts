/** All durations and limits of the accounts. */

const minutes = 60;
const hours = 60 * minutes;
const days = 24 * hours;

/** All durations are seconds. */
export const accountPolicy = {
  /** Longer than 120 s, because the browser refreshes 90 s before the end (SPEC section 9). */
  accessToken: 1 * hours,
  /** A session ends this long after sign-in, even when it is in use. */
  sessionAbsolute: 30 * days,
  /** A session ends when it was not refreshed for this long. */
  sessionIdle: 7 * days,
  /** Within this time an older refresh token is taken as a race between tabs, not as theft. */
  refreshReuse: 10,
  /**
   * Factors, recovery codes, password and email can be changed only by a session that proved its user within this
   * time. The same time limits how long a recovery link may choose a password.
   */
  freshSignIn: 10 * minutes,
  link: { signup: 24 * hours, recovery: 1 * hours, email_change: 24 * hours, otp: 10 * minutes },
  /** Tries at the digits of one mailed sign-in code. */
  codeTries: 5,
  /** From the click on a link to the exchange of its code. */
  authCode: 5 * minutes,
  /** Least time between two links of one kind to one address, and most links of an account an hour. */
  mailQuiet: 60,
  mailsAnHour: 6,
  /** From the challenge of a second factor to its code. */
  factorChallenge: 5 * minutes,
  /** Most second factors of an account, and recovery codes of a set. */
  factors: 5,
  recoveryCodes: 10,
  /** After this many wrong passwords (or codes of a factor) in a row, the account backs off: 1 s, 2 s, 4 s … 15 min. */
  freeFailures: 5,
  longestBackOff: 15 * minutes,
  /**
   * Requests of one kind from one network address. The limit is high because offices share an address; the back-off
   * protects each account.
   */
  perAddress: { requests: 600, seconds: 10 * minutes },
  /** Used links, ended sessions and old failures are deleted after this time. */
  keep: 30 * days,
} as const;

/** Bytes of user metadata as JSON. It is part of every access token, and HTTP headers have a size limit. */
export const metadataLimit = 2048;

/** @returns the time `seconds` after `now`; before it when negative. */
export const after = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000);

/** @returns the earliest proof of identity that still allows a change of factors, password or email. */
export const provenSince = (now: Date): Date => after(now, -accountPolicy.freshSignIn);
