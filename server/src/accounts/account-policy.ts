/** How long things last and how often they may be tried. One place for every number of the accounts. */

const minutes = 60;
const hours = 60 * minutes;
const days = 24 * hours;

/** All durations are seconds. */
export const accountPolicy = {
  /** Well above 120 s, so that SPEC section 9's refresh (90 s before the end) always has room. */
  accessToken: 1 * hours,
  /** A session ends this long after sign-in, whatever happens. */
  sessionAbsolute: 30 * days,
  /** A session ends when it has not been refreshed for this long. */
  sessionIdle: 7 * days,
  /** Within this time after a refresh an older refresh token is a race of tabs, not a theft. */
  refreshReuse: 10,
  /**
   * What guards an account (factors, recovery codes, password, e-mail) is changed by a session that proved its person at
   * most this long ago. A recovery link may choose a password for as long.
   */
  freshSignIn: 10 * minutes,
  link: { signup: 24 * hours, recovery: 1 * hours, email_change: 24 * hours },
  /** Between opening a link and exchanging its code. */
  authCode: 5 * minutes,
  /** Between two links of one kind to one address, and how many of them an account has an hour. */
  mailQuiet: 60,
  mailsAnHour: 6,
  /** Between asking for a code of the second factor and giving it. */
  factorChallenge: 5 * minutes,
  /** Second factors of one account, and the recovery codes it is given. */
  factors: 5,
  recoveryCodes: 10,
  /** Wrong passwords, or wrong codes of a factor, in a row before an account backs off: 1 s, 2 s, 4 s … 15 min. */
  freeFailures: 5,
  longestBackOff: 15 * minutes,
  /** Requests of one kind from one address; offices share addresses, accounts are guarded by the back-off. */
  perAddress: { requests: 600, seconds: 10 * minutes },
  /** Spent links, ended sessions and old failures are kept this long. */
  keep: 30 * days,
} as const;

/** Bytes of user metadata as JSON: it travels in every access token, and headers are limited. */
export const metadataLimit = 2048;

/** @returns the moment `seconds` after (before, when negative) `now`. */
export const after = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000);

/** @returns the moment since which a session must have proved its person to change what guards the account. */
export const provenSince = (now: Date): Date => after(now, -accountPolicy.freshSignIn);
