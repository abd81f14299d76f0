import { AnnotationMode, getDocument, PDFWorker, version } from 'pdfjs-dist/legacy/build/pdf.mjs';
// oxlint-disable-next-line import/default -- the file's address
import threadFile from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url&no-inline';
import { offlineError } from '../api/api-error.ts';
import { canvasOf, type Drawing } from './drawing.ts';

/** Served by build-tools/pdf-files.ts. */
const folder = `/assets/pdfjs-${version}/`;

/** Pixels of a picture in a PDF: a page of A3 at 600 to the inch. A larger one is not drawn. */
const MAX_PICTURE_PIXELS = 75_000_000;

/** How long the thread has to end by itself, in milliseconds. */
const END_MS = 2_000;

/**
 * Opens a PDF in a thread of its own, which ends with `signal`. pdf.js runs no script without its sandbox, which is not here;
 * forms, links and notes are not drawn. Throws where the file is broken or locked, and `offline` where the thread does not come.
 */
export async function openPdf(
  data: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
): Promise<Drawing> {
  const thread = new Worker(threadFile, { type: 'module' });
  const reading = getDocument({
    data,
    worker: PDFWorker.create({ port: thread }),
    enableXfa: false,
    // The content security policy allows no WebAssembly: the decoders of scans are JavaScript.
    useWasm: false,
    wasmUrl: `${folder}wasm/`,
    standardFontDataUrl: `${folder}standard_fonts/`,
    maxImageSize: MAX_PICTURE_PIXELS,
    verbosity: 0,
  });
  const close = () => {
    // A thread that a hostile file holds never answers.
    const ended = new Promise((resolve) => setTimeout(resolve, END_MS));
    void Promise.race([reading.destroy(), ended]).finally(() => thread.terminate());
  };
  signal.addEventListener('abort', close, { once: true });
  const failure = new Promise<never>((_, reject) => {
    thread.addEventListener('error', () => reject(offlineError()), { once: true });
  });
  const pdf = await Promise.race([reading.promise, failure]);
  if (pdf.numPages < 1) throw new Error('no page');
  return {
    pageCount: pdf.numPages,
    shapeOf: async (number) => {
      const { width, height } = (await pdf.getPage(number)).getViewport({ scale: 1 });
      return height / width;
    },
    draw: async (number, width, stop) => {
      const page = await pdf.getPage(number);
      stop.throwIfAborted();
      const whole = page.getViewport({ scale: 1 });
      const canvas = canvasOf(width, whole.height / whole.width);
      const viewport = page.getViewport({ scale: canvas.width / whole.width });
      const task = page.render({ canvas, viewport, annotationMode: AnnotationMode.DISABLE });
      const cancel = () => task.cancel();
      stop.addEventListener('abort', cancel, { once: true });
      try {
        await task.promise;
      } finally {
        stop.removeEventListener('abort', cancel);
        page.cleanup();
      }
      return canvas;
    },
  };
}
