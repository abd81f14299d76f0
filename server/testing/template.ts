import type { ClientConfig } from 'pg';

/** The cluster of a command that started one of its own. */
let own: ClientConfig | undefined;

/** Test databases are copied from `template` from now on, in a process that vitest does not run. */
export const useTemplate = (template: ClientConfig): void => void (own = template);

/** The owner's connection to the migrated database that the tests' own are copied from. */
export const templateOfTests = async (): Promise<ClientConfig> =>
  own ?? (await import('vitest')).inject('template');
