import { expect, test } from 'vitest';
import { findPdfThreatInThread } from './pdf-threats-in-thread.ts';
import { pdf } from './sample-files.testing.ts';

test('while a PDF is looked into the server goes on: its turns are counted', async () => {
  // The thread, or what it would load, is there already.
  expect(await findPdfThreatInThread(pdf())).toBeNull();
  // Values that fill a document: a second of work.
  const large = pdf({ more: ['[]'.repeat(500_000)] });
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
  // Read where the server's turns are taken there would be one or two.
  expect(turns).toBeGreaterThan(50);
});

test('a threat is found in the thread as it is outside', async () => {
  expect(await findPdfThreatInThread(pdf())).toBeNull();
  const script = pdf({ more: ['<< /S /JavaScript /JS (x) >>'] });
  expect(await findPdfThreatInThread(script)).toBe('file_with_script');
});
