/** What one session holds at a time. A new one is added at the end: releases beside each other use the same numbers. */
const locked = [
  /** Shared by every process that uses the embedded server, exclusive for the one that stops it. */
  'users',
  'creation',
  'migration',
  'backup',
  'key rotation',
  'demo filling',
] as const;

/** The key of an advisory lock, another one for each. */
export const advisoryLock = (of: (typeof locked)[number]): number => 7_305_001 + locked.indexOf(of);
