import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { repositoryRoot } from '../platform/root.ts';

/** What the typesetter is sent, and what it answers. */
export interface TypesettingRequest {
  id: number;
  /** The name of its file in this folder, without the ending. */
  template: string;
  /** Read by the template as data, never as markup. */
  json: string;
}
export type TypesettingAnswer = { id: number; pdf: Uint8Array } | { id: number; problem: string };

/** An idle typesetter ends, and its memory is free again. */
const IDLE_MS = 20_000;
const LONGEST_MS = 60_000;

interface Waiting {
  resolve: (pdf: Uint8Array) => void;
  reject: (problem: Error) => void;
}

/** One for this process: it sets one document after the other, a page in a few milliseconds. */
let typesetter: ChildProcess | undefined;
let idle: NodeJS.Timeout | undefined;
let lastId = 0;
const waiting = new Map<number, Waiting>();

/**
 * Sets a template of this folder with its inputs, in a process of its own: it starts with the first document, has
 * none of the server's memory nor of its environment, and ends when it has been idle.
 * @throws Error with the typesetter's words, when it ends before it answers, and after a minute.
 */
export async function typeset(template: string, json: string): Promise<Uint8Array> {
  clearTimeout(idle);
  const child = (typesetter ??= startTypesetter());
  const id = (lastId += 1);
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  waiting.set(id, { resolve, reject });
  child.ref();
  child.channel?.ref();
  const timer = setTimeout(() => child.kill('SIGKILL'), LONGEST_MS);
  child.send({ id, template, json } satisfies TypesettingRequest, (problem) => {
    if (problem) reject(problem);
  });
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    waiting.delete(id);
    if (waiting.size === 0) rest(child);
  }
}

function startTypesetter(): ChildProcess {
  const folder = join(repositoryRoot, 'server/src/documents');
  const child = fork(
    new URL(`./typesetter${import.meta.url.slice(-3)}`, import.meta.url),
    [folder],
    {
      env: { FONTCONFIG_FILE: join(folder, 'no-system-fonts.conf') },
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  );
  child.on('message', (answer: TypesettingAnswer) => {
    const asker = waiting.get(answer.id);
    if ('pdf' in answer) asker?.resolve(answer.pdf);
    else asker?.reject(new Error(answer.problem));
  });
  child.on('error', () => undefined);
  child.on('exit', (code, signal) => {
    if (typesetter === child) typesetter = undefined;
    for (const { reject } of waiting.values()) {
      reject(new Error(`the typesetter ended before its answer (${signal ?? code})`));
    }
  });
  return child;
}

/** An idle typesetter keeps no process alive; it ends by itself with the server, whose channel it loses. */
function rest(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
  idle = setTimeout(() => {
    if (typesetter === child) typesetter = undefined;
    child.disconnect();
  }, IDLE_MS).unref();
}
