/** The only source of the present moment. One reading per operation; tests and the demo move it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
