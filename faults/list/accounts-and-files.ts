import type { Fault } from '../fault.ts';

const threads = 'server/src/platform/concurrency/thread-reader.test.ts';
const pdfThreats = 'server/src/files/pdf-threats.test.ts';

/** What one account or one file may take from everybody else. */
export const accountsAndFiles: Fault[] = [
  {
    id: 'pdf-read-on-the-servers-thread',
    file: 'server/src/files/pdf-threats-in-thread.ts',
    search: '  inThread(bytes).catch(',
    replace: '  import("./pdf-threats.ts").then((m) => m.findPdfThreat(bytes)).catch(',
    test: 'server/src/files/pdf-threats-in-thread.test.ts',
    breaks: 'Everybody waits while one PDF is looked into.',
  },
  {
    id: 'thread-without-a-time-limit',
    file: 'server/src/platform/concurrency/thread-reader.ts',
    search: 'seconds - before > processorSeconds',
    replace: 'seconds - before > 100 * processorSeconds',
    test: threads,
    name: 'takes more of a processor than it may',
    breaks: 'A file may take a processor for many times what it should.',
  },
  {
    id: 'thread-time-of-all-files',
    file: 'server/src/platform/concurrency/thread-reader.ts',
    search: 'before ??= seconds;',
    replace: 'before ??= 0;',
    test: threads,
    name: 'processor time of an earlier file',
    breaks: 'An honest file is refused for what the files before it took.',
  },
  {
    id: 'thread-without-a-memory-limit',
    file: 'server/src/platform/concurrency/thread-reader.ts',
    search: 'resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },',
    replace: 'resourceLimits: {},',
    test: threads,
    name: 'takes more memory than it may',
    breaks: 'A file may take all the memory of the server.',
  },
  {
    id: 'thread-takes-the-file-away',
    file: 'server/src/platform/concurrency/thread-reader.ts',
    search: 'const copy = new Uint8Array(bytes);',
    replace:
      'const copy = new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.length);',
    test: threads,
    name: "reading a file in a thread does not change the caller's bytes",
    breaks: 'A file is gone when it should be stored.',
  },
  {
    id: 'thread-does-not-give-way',
    file: 'server/src/platform/concurrency/thread-reader.ts',
    search: '  lowerThisThreadPriority();\n',
    replace: '',
    test: threads,
    name: 'a thread that reads gives way',
    breaks: 'Files of strangers take the processor from everybody else.',
  },
  {
    id: 'thread-for-each-file',
    file: 'server/src/platform/concurrency/thread-reader.ts',
    search: 'limits.idleMs === 0 || idle',
    replace: 'limits.idleMs >= 0',
    test: threads,
    name: 'then waits for the next file',
    breaks: 'Each small upload pays for the start of a thread.',
  },
  {
    id: 'pdf-bytes-between-filters-uncounted',
    file: 'server/src/files/pdf-objects.ts',
    search: 'unpacked.between + unpacked.content.length',
    replace: 'unpacked.content.length',
    test: pdfThreats,
    name: 'nor are streams that fill the memory between two filters',
    breaks: 'A PDF of 10 MB is unpacked to 10 GB, between two filters.',
  },
  {
    id: 'pdf-script-hidden-in-a-tag',
    file: 'server/src/files/pdf-threats.ts',
    search: 'script\\b[^<>]*/gi',
    replace: 'script\\b[^>]*/gi',
    test: pdfThreats,
    name: 'nested script tags',
    breaks: 'A script is taken whose tag begins inside the tag of one that calculates.',
  },
];
