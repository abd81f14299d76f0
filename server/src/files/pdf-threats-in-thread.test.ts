import { expect, test } from 'vitest';
import { findPdfThreatInThread } from './pdf-threats-in-thread.ts';
import { pdf } from './sample-files.testing.ts';

test('the event loop keeps running while a PDF is checked', async () => {
  // Starts the thread and loads its modules.
  expect(await findPdfThreatInThread(pdf())).toBeNull();
  // Almost as many values as a document may have: half a second of work.
  const large = pdf({ more: ['[]'.repeat(490_000)] });
  let turns = 0;
  let isReading = true;
  const turn = () => {
    turns += 1;
    if (isReading) setImmediate(turn);
  };
  const reading = findPdfThreatInThread(large).finally(() => {
    isReading = false;
  });
  setImmediate(turn);
  expect(await reading).toBeNull();
  // In the main thread there would be one or two turns.
  expect(turns).toBeGreaterThan(50);
});

test('a threat in a PDF is found in the thread as in the main thread', async () => {
  expect(await findPdfThreatInThread(pdf())).toBeNull();
  const script = pdf({ more: ['<< /S /JavaScript /JS (x) >>'] });
  expect(await findPdfThreatInThread(script)).toBe('file_with_script');
});
