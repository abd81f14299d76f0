import { useEffect, useRef, useState, type RefObject } from 'react';
import type { InvoiceCode } from '#api/files.ts';
import { checkFile, type FileKind } from '#domain/files/file-rules.ts';
import { call } from '../api/call.ts';
import { upload } from '../api/upload.ts';
import { useFileProblem } from './file-words.ts';

interface FileUpload {
  name: string;
  state: 'uploading' | 'done' | 'failed';
  /** Whole percents. */
  progress: number;
  /** The stored path, once it is done. */
  path: string | null;
  /** What the QR code of an invoice says, once it is stored. */
  code?: InvoiceCode | null;
  /** Why it failed, in words. */
  message?: string;
}

/** The file being uploaded or uploaded last; it changes between two renders. */
interface Upload {
  file: File;
  stop: AbortController;
  id?: string;
}

/**
 * One file of a form that is being written: checked and uploaded when chosen. An upload that is replaced, removed or left
 * behind is forgotten on the server too, unless `keep` was called because a row names it.
 */
export function useFileUpload(kind: FileKind) {
  const problemOf = useFileProblem();
  const [chosen, setChosen] = useState<FileUpload | null>(null);
  const current = useRef<Upload | null>(null);
  useEffect(() => () => forget(current), []);

  const start = async (file: File) => {
    forget(current);
    const { name } = file;
    const mine: Upload = { file, stop: new AbortController() };
    current.current = mine;
    const fail = (refusal: unknown) => {
      const message = problemOf(refusal, { name, kind });
      setChosen({ name, state: 'failed', progress: 0, path: null, message });
    };
    const showProgress = (progress: number) => {
      if (current.current === mine) setChosen({ name, state: 'uploading', progress, path: null });
    };
    const refusal = checkFile(kind, { name, size_bytes: file.size });
    if (refusal) {
      fail(refusal);
      return;
    }
    showProgress(0);
    try {
      const { signal } = mine.stop;
      const stored = await upload(file, { kind, signal, onProgress: showProgress });
      mine.id = stored.id;
      if (current.current !== mine) discard(mine);
      else {
        const { path, invoice_code: code } = stored;
        setChosen({ name, state: 'done', progress: 100, path, code });
      }
    } catch (error) {
      if (current.current === mine) fail(error);
    }
  };

  return {
    file: chosen,
    choose: (files: File[]) => {
      if (files[0]) void start(files[0]);
    },
    remove: () => {
      forget(current);
      setChosen(null);
    },
    /** Uploads the same file again, after a failure or when the server no longer has it. */
    retry: () => {
      if (current.current) void start(current.current.file);
    },
    /** The server no longer has it. */
    lose: (message: string) =>
      setChosen(
        (old) => old && { name: old.name, state: 'failed', progress: 0, path: null, message },
      ),
    /** A row names it now: it must stay. */
    keep: () => {
      current.current = null;
    },
  };
}

function forget(current: RefObject<Upload | null>): void {
  current.current?.stop.abort();
  if (current.current) discard(current.current);
  current.current = null;
}

/** Best effort: what is not forgotten here the server sweeps. */
function discard({ id }: Upload): void {
  if (id) call('discard_upload', { params: { id } }).catch(() => {});
}
