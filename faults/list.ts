import type { Fault } from './fault.ts';
import { identity } from './list/identity.ts';
import { money } from './list/money.ts';
import { permissions } from './list/permissions.ts';

/** Every fault that the tests must notice. docs/faults.md says how to add one. */
export const faults: Fault[] = [...money, ...permissions, ...identity];
