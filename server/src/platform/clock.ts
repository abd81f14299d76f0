/** The only source of the current time. Each operation reads it once; tests and the demo move it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
