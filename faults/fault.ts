import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A mistake that somebody could make in the product, and the test that must notice it. */
export interface Fault {
  /** Names the fault on the command line; unique. */
  id: string;
  /** Where it is planted, from the root of the repository. */
  file: string;
  /** Text that occurs in the file exactly once. Short, so that it survives edits nearby. */
  search: string;
  replace: string;
  /** The test file that must fail. */
  test: string;
  /** A part of the name of the test, or of its group, that must turn red. Without it, any test of the file will do. */
  name?: string;
  /** One sentence: what the product does wrong with this fault in it. */
  breaks: string;
  /** Why no test notices this fault. docs/faults.md lists its id. Only what cannot be noticed has one. */
  survives?: string;
}

/** Whether the fault is noticed by a test of the browser, which needs a build of its own: half a minute. */
export const isSlow = ({ test }: Pick<Fault, 'test'>): boolean => test.startsWith('e2e/');

/** How often the fault's text occurs in its file under `root`. Anything but 1 means that the fault is gone. */
export function occurrences(fault: Pick<Fault, 'file' | 'search'>, root: string): number {
  try {
    return readFileSync(join(root, fault.file), 'utf8').split(fault.search).length - 1;
  } catch {
    return 0;
  }
}
