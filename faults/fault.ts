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
  /** The test file that must fail. It needs no browser. */
  test: string;
  /** One sentence: what the product does wrong with this fault in it. */
  breaks: string;
}

/** How often the fault's text occurs in its file under `root`. Anything but 1 means that the fault is gone. */
export function occurrences({ file, search }: Fault, root: string): number {
  try {
    return readFileSync(join(root, file), 'utf8').split(search).length - 1;
  } catch {
    return 0;
  }
}
