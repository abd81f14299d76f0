import { ApiError, errorFromResponse, offlineError } from '../api/api-error.ts';
import { FILE_MS, startTimeout } from '../api/request-timeout.ts';
import { loadableAgain } from '../ui/keep-loading.ts';

/** A file that can be drawn page by page, until the signal that it was opened with aborts. */
export interface Drawing {
  pageCount: number;
  /** A page's height over its width. */
  shapeOf: (page: number) => Promise<number>;
  /** Draws a page so many pixels wide, or as wide as a canvas may be. Throws where it cannot be drawn or `stop` aborts. */
  draw: (page: number, width: number, stop: AbortSignal) => Promise<HTMLCanvasElement>;
}

/** A canvas of 64 MB, the largest that every browser draws. */
const MAX_CANVAS_PIXELS = 4_096 * 4_096;
const MAX_CANVAS_SIDE = 16_384;

const loadPdf = loadableAgain(() => import('./pdf-drawing.ts'));

/**
 * Reads the file of a short-lived link and opens it. Throws ApiError: `offline` where not all of it came, or the server's problem;
 * any other error means that the file cannot be drawn.
 * @param options.signal ends the reading, closes the file and gives its memory back
 * @param options.onProgress hears whole percents
 */
export async function openDrawing(
  link: string,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (percent: number) => void },
): Promise<Drawing> {
  const waiting = startTimeout(FILE_MS, signal);
  const read = async () => {
    const response = await fetch(link, { signal: waiting.signal });
    const type = response.headers.get('content-type') ?? '';
    if (!response.ok) throw errorFromResponse(response.status, type, await response.text());
    const isPdf = type === 'application/pdf';
    // The code comes while the bytes do.
    return Promise.all([readBytes(response, onProgress), isPdf ? loadPdf() : null]);
  };
  const [bytes, pdf] = await read()
    .catch((error: unknown) => {
      throw error instanceof ApiError ? error : offlineError();
    })
    .finally(() => waiting.end());
  signal.throwIfAborted();
  return pdf ? pdf.openPdf(bytes, signal) : openPicture(bytes, signal);
}

async function readBytes(
  { headers, body }: Response,
  onProgress: (percent: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const size = Number(headers.get('content-length'));
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = body!.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    length += part.value.length;
    if (size > 0) onProgress(Math.min(100, Math.floor((length / size) * 100)));
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

async function openPicture(bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<Drawing> {
  const picture = await createImageBitmap(new Blob([bytes]), { imageOrientation: 'from-image' });
  signal.addEventListener('abort', () => picture.close(), { once: true });
  const shape = picture.height / picture.width;
  return {
    pageCount: 1,
    shapeOf: () => Promise.resolve(shape),
    draw: (_page, width) => {
      const canvas = canvasOf(Math.min(width, picture.width), shape);
      const context = canvas.getContext('2d')!;
      context.imageSmoothingQuality = 'high';
      context.drawImage(picture, 0, 0, canvas.width, canvas.height);
      return Promise.resolve(canvas);
    },
  };
}

/** A canvas of a page of this shape, so many pixels wide or as wide as a canvas may be. */
export function canvasOf(width: number, shape: number): HTMLCanvasElement {
  const most = Math.min(width, Math.sqrt(MAX_CANVAS_PIXELS / shape), MAX_CANVAS_SIDE / shape);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.floor(most));
  canvas.height = Math.max(1, Math.floor(most * shape));
  return canvas;
}
