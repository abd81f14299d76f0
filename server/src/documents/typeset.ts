import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { repositoryRoot } from '../platform/config/repository-root.ts';

/** What the typesetter is sent, and what it answers. */
export interface TypesettingRequest {
  id: number;
  /** The name of its file in this folder, without the ending. */
  template: string;
  /** Read by the template as data, never as markup. */
  json: string;
  /** A PDF whose copy it is to end, or null where it is a document by itself. */
  after: Uint8Array | null;
}
export type TypesettingAnswer = { id: number; pdf: Uint8Array } | { id: number; problem: string };

/** An idle typesetter ends, and its memory is free again. */
const IDLE_MS = 20_000;
const LONGEST_MS = 60_000;

interface Waiting {
  resolve: (pdf: Uint8Array) => void;
  reject: (problem: Error) => void;
}

/** A process that sets one document after the other, and who waits for it, the one whose turn it is first. */
interface Typesetter {
  child: ChildProcess;
  waiting: Map<number, Waiting>;
  /** Ends the process: with a document's turn that lasts too long, or when it is idle. */
  timer?: NodeJS.Timeout;
}

export type Typeset = (template: string, json: string, after?: Uint8Array) => Promise<Uint8Array>;

/**
 * Sets documents in a process of its own: it starts with the first document and ends when it has been idle.
 * @param start begins one that answers in the order in which it is asked
 */
export function openTypesetting(start: () => ChildProcess): Typeset {
  let current: Typesetter | undefined;
  let lastId = 0;
  const leave = (typesetter: Typesetter) => {
    if (current === typesetter) current = undefined;
  };
  return (template, json, after) => {
    const typesetter = (current ??= watch(start(), leave));
    const { child, waiting } = typesetter;
    const id = (lastId += 1);
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
    waiting.set(id, { resolve, reject });
    if (waiting.size === 1) beginTurn(typesetter, leave);
    child.send(
      { id, template, json, after: after ?? null } satisfies TypesettingRequest,
      (problem) => {
        // It cannot be reached any more, so that its end rejects whoever waits for it.
        if (problem) child.kill('SIGKILL');
      },
    );
    return promise;
  };
}

function watch(child: ChildProcess, leave: (typesetter: Typesetter) => void): Typesetter {
  const typesetter: Typesetter = { child, waiting: new Map() };
  const { waiting } = typesetter;
  child.on('message', (answer: TypesettingAnswer) => {
    const asker = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('pdf' in answer) asker?.resolve(answer.pdf);
    else asker?.reject(new Error(answer.problem));
    if (waiting.size > 0) beginTurn(typesetter, leave);
    else rest(typesetter, leave);
  });
  const end = (why: string) => {
    leave(typesetter);
    clearTimeout(typesetter.timer);
    for (const { reject } of waiting.values()) {
      reject(new Error(`the typesetter ended before its answer (${why})`));
    }
    waiting.clear();
  };
  // One that could not be started has no exit.
  child.on('error', (problem) => {
    if (child.pid === undefined) end(problem.message);
  });
  child.on('exit', (code, signal) => end(String(signal ?? code)));
  return typesetter;
}

/** The next document's minute begins only now, however long it has waited for those before it. */
function beginTurn(typesetter: Typesetter, leave: (typesetter: Typesetter) => void): void {
  const { child } = typesetter;
  clearTimeout(typesetter.timer);
  child.ref();
  child.channel?.ref();
  typesetter.timer = setTimeout(() => {
    leave(typesetter);
    child.kill('SIGKILL');
  }, LONGEST_MS);
}

/** An idle typesetter keeps no process alive; it ends by itself with the server, whose channel it loses. */
function rest(typesetter: Typesetter, leave: (typesetter: Typesetter) => void): void {
  const { child } = typesetter;
  clearTimeout(typesetter.timer);
  child.unref();
  child.channel?.unref();
  typesetter.timer = setTimeout(() => {
    leave(typesetter);
    if (child.connected) child.disconnect();
  }, IDLE_MS).unref();
}

/**
 * Sets a template of this folder with its inputs, in the one typesetter of this process, which has none of the server's
 * memory nor of its environment.
 * @throws Error with the typesetter's words, when it ends before it answers, and when its turn lasts longer than a minute.
 */
export const typeset: Typeset = openTypesetting(() => {
  const folder = join(repositoryRoot, 'server/src/documents');
  const child = fork(
    new URL(`./typesetter${import.meta.url.slice(-3)}`, import.meta.url),
    [folder],
    {
      env: { FONTCONFIG_FILE: join(folder, 'no-system-fonts.conf'), MALLOC_ARENA_MAX: '2' },
      execArgv: ['--expose-gc'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  );
  // It would finish the document that it sets before it notices that nobody waits for it any more.
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.removeListener('exit', end));
  return child;
});
