import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import type { Upload } from '#api/files.ts';
import { checkFile, type FileKind } from '#domain/files/file-rules.ts';
import { call } from '../api/call.ts';
import { upload } from '../api/upload.ts';
import { useFileProblem } from './file-words.ts';

/** A file a person has chosen, from the choice to its upload. */
interface ChosenFile {
  key: string;
  kind: FileKind;
  file: File;
  state: 'waiting' | 'uploading' | 'done' | 'failed';
  /** Whole percents while uploading. */
  progress: number;
  /** Why it failed, in words. */
  message?: string;
  /** What the server kept; a profile names its path. */
  upload?: Upload;
}

/** What api/profiles.ts takes at once. */
const MAX_FILES_OF_A_KIND = 20;

export type ChosenFiles = ReturnType<typeof useChosenFiles>;

/**
 * The files of a form: checked when they are chosen (name, type, size), sent one after another when the form is saved,
 * each with its progress, to be cancelled or tried again. What is sent already is not sent twice.
 */
export function useChosenFiles() {
  const { t } = useLingui();
  const problemOf = useFileProblem();
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const [refusals, setRefusals] = useState<Partial<Record<FileKind, string>>>({});
  // The current state, for work that runs over several renders.
  const latest = useRef(files);
  const running = useRef(
    new Map<string, { stop: AbortController; sent: Promise<string | null> }>(),
  );

  const change = (next: (files: readonly ChosenFile[]) => readonly ChosenFile[]) => {
    latest.current = next(latest.current);
    setFiles(latest.current);
  };
  const patch = (key: string, values: Partial<ChosenFile>) =>
    change((all) => all.map((one) => (one.key === key ? { ...one, ...values } : one)));

  /** Adds to the files of a kind, or takes the place of the one before; a refused file says why and changes nothing. */
  const choose = (kind: FileKind, list: readonly File[], { several = false } = {}) => {
    const problems: string[] = [];
    for (const file of several ? list : list.slice(0, 1)) {
      const refusal = checkFile(kind, { name: file.name, size_bytes: file.size });
      const present = latest.current.filter((one) => one.kind === kind);
      if (refusal) problems.push(problemOf(refusal, { name: file.name, kind }));
      else if (several && present.some((one) => isSame(one.file, file))) continue;
      else if (several && present.length >= MAX_FILES_OF_A_KIND) {
        problems.push(t`At most 20 files can be added at once. Save these first, then add more.`);
        break;
      } else {
        if (!several) present.forEach((one) => remove(one.key));
        const key = crypto.randomUUID();
        change((all) => [...all, { key, kind, file, state: 'waiting', progress: 0 }]);
      }
    }
    setRefusals((all) => ({ ...all, [kind]: problems.join(' ') || undefined }));
  };

  /** Cancels what is being sent, and forgets what was sent or chosen. */
  const remove = (key: string) => {
    const gone = latest.current.find((one) => one.key === key);
    running.current.get(key)?.stop.abort();
    change((all) => all.filter((one) => one.key !== key));
    // Unnamed uploads are swept after a while; telling the server only makes it sooner.
    if (gone?.upload) call('discard_upload', { params: { id: gone.upload.id } }).catch(() => {});
  };

  /** Sends one file, or waits for its upload under way. @returns null, or why it was not stored. */
  const send = (one: ChosenFile): Promise<string | null> => {
    const known = running.current.get(one.key);
    if (known) return known.sent;
    const stop = new AbortController();
    const sent = sendOnce(one, stop.signal).finally(() => running.current.delete(one.key));
    running.current.set(one.key, { stop, sent });
    return sent;
  };

  const sendOnce = async (
    { key, kind, file }: ChosenFile,
    signal: AbortSignal,
  ): Promise<string | null> => {
    patch(key, { state: 'uploading', progress: 0, message: undefined });
    const ofKind = latest.current.filter((one) => one.kind === kind);
    try {
      if (!(await isReadable(file))) throw new TypeError('file_unreadable');
      const sent = await upload(file, {
        kind,
        index: ofKind.findIndex((one) => one.key === key),
        onProgress: (progress) => patch(key, { progress }),
        signal,
      });
      patch(key, { state: 'done', upload: sent });
      return null;
    } catch (error) {
      if (signal.aborted) return null;
      const refusal = error instanceof TypeError ? error.message : error;
      const message = problemOf(refusal, { name: file.name, kind });
      patch(key, { state: 'failed', message });
      return message;
    }
  };

  /** Sends all that is not sent yet: what happened to the first that was not kept, or null when all are. */
  const sendAll = async (): Promise<'cancelled' | { message: string } | null> => {
    let outcome: 'cancelled' | { message: string } | null = null;
    for (const one of latest.current.filter(({ state }) => state !== 'done')) {
      const isChosen = () => latest.current.some(({ key }) => key === one.key);
      const message = isChosen() ? await send(one) : null;
      if (message !== null) outcome ??= { message };
      else if (!isChosen()) outcome ??= 'cancelled';
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
    remove,
    retry: (key: string) => {
      const again = latest.current.find((one) => one.key === key);
      if (again?.state === 'failed') void send(again);
    },
    sendAll,
    /** The paths of what was sent of a kind, in the order it was chosen. */
    sentPaths: (kind: FileKind): string[] =>
      latest.current.flatMap((one) => (one.kind === kind && one.upload ? [one.upload.path] : [])),
    /** What the server no longer knows is sent again with the next save. */
    sendAgain: (kind: FileKind) =>
      change((all) =>
        all.map((one) =>
          one.kind === kind ? { ...one, state: 'waiting' as const, upload: undefined } : one,
        ),
      ),
  };
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
