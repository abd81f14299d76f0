import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { repositoryRoot } from '../platform/config/repository-root.ts';

/** Messages to the renderer process and back. */
export interface TypesettingRequest {
  id: number;
  /** Path of the template from `server/src`, without the ending. */
  template: string;
  /** Data of the template, never read as markup. */
  json: string;
  /** A PDF to append the document to; null for a separate document. */
  after: Uint8Array | null;
}
export type TypesettingAnswer = { id: number; pdf: Uint8Array } | { id: number; problem: string };

/** An idle renderer process ends, to free its memory. */
const IDLE_MS = 20_000;
const LONGEST_MS = 60_000;

interface Waiting {
  resolve: (pdf: Uint8Array) => void;
  reject: (problem: Error) => void;
}

/** A renderer process and its waiting requests; the first one is being rendered. */
interface Typesetter {
  child: ChildProcess;
  waiting: Map<number, Waiting>;
  /** Ends the process after a minute of one document, or when idle. */
  timer?: NodeJS.Timeout;
}

export type Typeset = (template: string, json: string, after?: Uint8Array) => Promise<Uint8Array>;

/**
 * Renders documents in a child process, which starts with the first document and ends when idle.
 * @param start starts a process that responds in the order of the requests.
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
        // The process cannot be reached; ending it rejects its waiting requests.
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
  // A process that could not be started raises no exit event.
  child.on('error', (problem) => {
    if (child.pid === undefined) end(problem.message);
  });
  child.on('exit', (code, signal) => end(String(signal ?? code)));
  return typesetter;
}

/** The next document's minute begins when its rendering begins, however long it has waited. */
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

/** An idle renderer does not keep this process alive; it ends when its channel closes. */
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
 * Renders a template in the process's one renderer, which has neither the server's memory nor its
 * environment.
 * @throws Error with the renderer's message when it fails, or when a document takes longer than a minute.
 */
export const typeset: Typeset = openTypesetting(() => {
  const folder = join(repositoryRoot, 'server/src');
  const child = fork(
    new URL(`./typesetter${import.meta.url.slice(-3)}`, import.meta.url),
    [folder],
    {
      env: {
        FONTCONFIG_FILE: join(folder, 'documents/no-system-fonts.conf'),
        MALLOC_ARENA_MAX: '2',
      },
      execArgv: ['--expose-gc'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  );
  // Killed, because it would otherwise finish its document before it notices the closed channel.
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.removeListener('exit', end));
  return child;
});
