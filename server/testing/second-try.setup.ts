import { relative } from 'node:path';
import { expect, vi } from 'vitest';
import { hasNoSecondTry } from './second-try.ts';

/** Runs before each test file: takes the second try from those of races and of reliability. */
const { testPath } = expect.getState();
const none = { retry: 0 } as Parameters<typeof vi.setConfig>[0];
if (testPath && hasNoSecondTry(relative('.', testPath))) vi.setConfig(none);
