/** Shows how far long work is. */
export type TellProgress = (text: string) => void;

/** Milliseconds between two lines. */
const EVERY_MS = 200;

/** Rewrites one line of a terminal; says nothing elsewhere. `end` removes the line. `tell` throws once work is stopped. */
export function terminalProgress(stopping: AbortSignal): {
  tell: TellProgress;
  end: () => void;
} {
  const { stderr } = process;
  let last = 0;
  const isShown = () => stderr.isTTY && last > 0;
  return {
    tell(text) {
      stopping.throwIfAborted();
      if (!stderr.isTTY || performance.now() - last < EVERY_MS) return;
      last = performance.now();
      stderr.write(`\r\x1b[K${text}`);
    },
    end: () => {
      if (isShown()) stderr.write('\r\x1b[K');
    },
  };
}
