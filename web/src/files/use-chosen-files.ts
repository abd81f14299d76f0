import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import type { Upload } from '#api/files.ts';
import { checkFile, contentTypesOf, type FileKind } from '#domain/files/file-rules.ts';
import { call } from '../api/call.ts';
import { upload } from '../api/upload.ts';
import { useFileProblem } from './file-words.ts';
import { smallerPicture } from './smaller-picture.ts';

/** A file a person has chosen, from the choice to its upload. */
interface ChosenFile {
  key: string;
  kind: FileKind;
  name: string;
  file: File;
  /** A smaller copy of a large picture, until the person has chosen. */
  smaller?: File | null;
  state: 'waiting' | 'uploading' | 'done' | 'failed';
  /** Whole percents while uploading. */
  progress: number;
  /** Why it failed, in words. */
  message?: string;
  /** What the server kept; a form names its path. */
  upload?: Upload;
  stop: AbortController;
  /** The upload under way: null, or why the file was not stored. */
  sending?: Promise<string | null>;
}

/** What api/profiles.ts takes at once. */
const MAX_FILES_OF_A_KIND = 20;

export type ChosenFiles = ReturnType<typeof useChosenFiles>;

/**
 * The files of a form: checked when they are chosen (name, type, size), sent one after another when the form is saved,
 * each with its progress, to be cancelled or tried again. What is sent already is not sent twice. With `sendsAtOnce` a file
 * is sent when it is chosen, and what is left behind is discarded on the server unless `keep` was called because a row
 * names it.
 */
export function useChosenFiles({ sendsAtOnce = false } = {}) {
  const { t } = useLingui();
  const problemOf = useFileProblem();
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const [refusals, setRefusals] = useState<Partial<Record<FileKind, string>>>({});
  // The current state, for work that runs over several renders.
  const latest = useRef(files);
  useEffect(
    () => () => {
      if (sendsAtOnce) latest.current.forEach(discard);
    },
    [sendsAtOnce],
  );

  const change = (next: (files: readonly ChosenFile[]) => readonly ChosenFile[]) => {
    latest.current = next(latest.current);
    setFiles(latest.current);
  };
  const patch = (key: string, values: Partial<ChosenFile>) =>
    change((all) => all.map((one) => (one.key === key ? { ...one, ...values } : one)));
  const find = (wanted: string) => latest.current.find(({ key }) => key === wanted);

  /**
   * Adds to the files of a kind, or takes the place of the one before; a refused file says why and changes nothing, or
   * fails in its place where files are sent at once. A large picture waits until the person has chosen its size.
   */
  const choose = async (kind: FileKind, list: readonly File[], { several = false } = {}) => {
    const problems: string[] = [];
    for (const file of several ? list : list.slice(0, 1)) {
      const { name } = file;
      const mayShrink =
        contentTypesOf(kind).includes('image/jpeg') && !checkFile(kind, { name, size_bytes: 1 });
      const smaller = mayShrink ? await smallerPicture(file) : null;
      const size_bytes = (smaller ?? file).size;
      const refusal = sendsAtOnce ? null : checkFile(kind, { name, size_bytes });
      const present = latest.current.filter((one) => one.kind === kind);
      if (refusal) problems.push(problemOf(refusal, { name, kind }));
      else if (several && present.some((one) => isSame(one.file, file))) continue;
      else if (several && present.length >= MAX_FILES_OF_A_KIND) {
        problems.push(t`At most 20 files can be added at once. Save these first, then add more.`);
        break;
      } else {
        if (!several) present.forEach(({ key }) => remove(key));
        const key = crypto.randomUUID();
        const stop = new AbortController();
        const added = {
          key,
          kind,
          name,
          file,
          smaller,
          state: 'waiting' as const,
          progress: 0,
          stop,
        };
        change((all) => [...all, added]);
        if (sendsAtOnce && !smaller) void send(key);
      }
    }
    setRefusals((all) => ({ ...all, [kind]: problems.join(' ') || undefined }));
  };

  /** Answers whether the smaller copy of a picture is sent. */
  const decide = (key: string, isSmaller: boolean) => {
    const one = find(key);
    const file = (isSmaller && one?.smaller) || one?.file;
    if (!file) return;
    patch(key, { file, name: file.name, smaller: null });
    if (sendsAtOnce) void send(key);
  };

  /** Cancels what is being sent, and forgets what was sent or chosen. */
  const remove = (key: string) => {
    latest.current.filter((one) => one.key === key).forEach(discard);
    change((all) => all.filter((one) => one.key !== key));
  };

  /** Sends one file, or waits for its upload under way. @returns null, or why it was not stored. */
  const send = async (key: string): Promise<string | null> => {
    const one = find(key);
    if (!one || one.state === 'done') return null;
    if (one.sending) return one.sending;
    const sending = sendOnce(one);
    patch(key, { sending });
    return sending.finally(() => patch(key, { sending: undefined }));
  };

  const sendOnce = async (one: ChosenFile): Promise<string | null> => {
    const { key, kind, name, file, stop } = one;
    patch(key, { state: 'uploading', progress: 0, message: undefined, smaller: null });
    const ofKind = latest.current.filter((other) => other.kind === kind);
    try {
      const refusal = checkFile(kind, { name, size_bytes: file.size });
      if (refusal) throw new TypeError(refusal);
      if (!(await isReadable(file))) throw new TypeError('file_unreadable');
      const stored = await upload(file, {
        kind,
        index: ofKind.findIndex((other) => other.key === key),
        onProgress: (progress) => patch(key, { progress }),
        signal: stop.signal,
      });
      if (stop.signal.aborted) discard({ ...one, upload: stored });
      patch(key, { state: 'done', upload: stored, name: stored.name });
      return null;
    } catch (error) {
      if (stop.signal.aborted) return null;
      const refusal = error instanceof TypeError ? error.message : error;
      const message = problemOf(refusal, { name, kind });
      patch(key, { state: 'failed', message });
      return message;
    }
  };

  /** Sends all that is not sent yet: what happened to the first that was not kept, or null when all are. */
  const sendAll = async (): Promise<'cancelled' | { message: string } | null> => {
    let outcome: 'cancelled' | { message: string } | null = null;
    for (const { key } of latest.current) {
      const message = await send(key);
      if (message !== null) outcome ??= { message };
      else if (!find(key)) outcome ??= 'cancelled';
    }
    return outcome;
  };

  return {
    files,
    refusals,
    /** Whether a file was refused that is neither replaced nor left out yet. */
    hasRefusals: Object.values(refusals).some(Boolean),
    /** Leaves the refused files of a kind out. */
    leaveOut: (kind: FileKind) => setRefusals((all) => ({ ...all, [kind]: undefined })),
    choose,
    decide,
    remove,
    retry: (key: string) => {
      if (find(key)?.state === 'failed') void send(key);
    },
    sendAll,
    /** The paths of what was sent of a kind, in the order it was chosen. */
    sentPaths: (kind: FileKind): string[] =>
      latest.current.flatMap((one) => (one.kind === kind && one.upload ? [one.upload.path] : [])),
    /** The server no longer has them: they are sent again with the next save, or with a `message` when the person says so. */
    lose: (kind: FileKind, message?: string) =>
      change((all) =>
        all.map((one) =>
          one.kind === kind
            ? { ...one, state: message ? 'failed' : 'waiting', message, upload: undefined }
            : one,
        ),
      ),
    /** Rows name them now: they must stay. */
    keep: () => {
      latest.current = [];
    },
  };
}

/** Cancels an upload, or tells the server that nothing will name it, which it would find out by itself after a while. */
function discard({ stop, upload: stored }: ChosenFile): void {
  stop.abort();
  if (stored) call('discard_upload', { params: { id: stored.id } }).catch(() => {});
}

function isSame(one: File, other: File): boolean {
  return (
    one.name === other.name && one.size === other.size && one.lastModified === other.lastModified
  );
}

/** Reading first detects a file that was moved or changed since the choice; its upload would fail like a lost connection. */
async function isReadable(file: File): Promise<boolean> {
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
}
