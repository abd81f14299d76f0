import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failuresBefore, reconnectDelay, stayUpToDate } from './live-updates.ts';

/** The streams of the browser that are open, oldest first. */
let streams: { say: (text: string) => void }[];
let page: EventTarget & { hidden: boolean };
let stopAll: AbortController;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  streams = [];
  stopAll = new AbortController();
  page = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('document', page);
  for (const name of ['addEventListener', 'removeEventListener'] as const)
    vi.stubGlobal(name, page[name].bind(page));
  vi.stubGlobal('fetch', async (_path: string, { method, signal }: RequestInit) => {
    if (method === 'HEAD') return new Response();
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const stream = { say: (text: string) => void writer.write(new TextEncoder().encode(text)) };
    streams.push(stream);
    signal!.addEventListener('abort', () => {
      streams = streams.filter((one) => one !== stream);
      void writer.abort(signal!.reason).catch(() => {});
    });
    stream.say('event: open\ndata: {}\n\n');
    return new Response(readable);
  });
});
afterEach(() => {
  stopAll.abort();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A tab that shows one list of the session; what the server says is read as in a browser. */
function openTab(session: string) {
  const client = new QueryClient();
  const tab = { reads: 0, close: new AbortController() };
  const queryFn = async () => ++tab.reads;
  new QueryObserver(client, { queryKey: ['list'], queryFn }).subscribe(() => {});
  stopAll.signal.addEventListener('abort', () => tab.close.abort());
  void stayUpToDate(client, session, tab.close.signal);
  return tab;
}

const show = (isShown: boolean) => {
  page.hidden = !isShown;
  page.dispatchEvent(new Event('visibilitychange'));
};

const expectReads = (tabs: { reads: number }[], reads: number[]) =>
  vi.waitFor(() => expect(tabs.map((tab) => tab.reads)).toEqual(reads));

const change = 'event: change\ndata: {"operation":"approve_ticket"}\n\n';

/** Says that something has changed, and expects that these tabs read again and no other. */
async function expectHeard(tabs: { reads: number }[], others: { reads: number }[] = []) {
  const before = [...tabs, ...others].map(({ reads }) => reads);
  streams.at(-1)!.say(change);
  await expectReads(
    [...tabs, ...others],
    before.map((reads, place) => (place < tabs.length ? reads + 1 : reads)),
  );
}

test('the tabs of a session share one stream; when the tab that holds it closes, the next one opens it', async () => {
  const stranger = openTab('another');
  const first = openTab('one');
  // The first read, and one more once the stream is open.
  await expectReads([stranger, first], [2, 2]);
  const tabs = [first, openTab('one'), openTab('one')];
  await expectReads(tabs, [2, 2, 2]);
  expect(streams).toHaveLength(2);
  await expectHeard(tabs, [stranger]);
  tabs[0]!.close.abort();
  await expectReads(tabs, [3, 4, 4]);
  expect(streams).toHaveLength(2);
  await expectHeard(tabs.slice(1), [tabs[0]!, stranger]);
  stopAll.abort();
  expect(streams).toEqual([]);
});

test('a tab in front takes the stream over when nothing was heard for two beats; a hidden tab does so when it is seen', async () => {
  const frozen = Promise.withResolvers<void>();
  const held = navigator.locks.request('hamla.live frozen', () => frozen.promise);
  const lost = held.then(
    () => false,
    () => true,
  );
  const tab = openTab('frozen');
  await expectReads([tab], [2]);
  show(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(streams).toHaveLength(0);
  show(true);
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  expect(await lost).toBe(true);
  await expectReads([tab], [3]);
  await expectHeard([tab]);
  // The next tab waits for as long as the first one listens, which each beat shows.
  const next = openTab('frozen');
  await expectReads([next], [2]);
  const [stream] = streams;
  for (let beat = 0; beat < 4; beat += 1) {
    streams[0]!.say(': still here\n\n');
    await vi.advanceTimersByTimeAsync(25_000);
  }
  await expectHeard([tab, next]);
  expect(streams).toEqual([stream]);
  // The stream that was taken from a tab is closed, and the tab goes on listening to the others.
  const { promise, resolve: thaw } = Promise.withResolvers<void>();
  void navigator.locks.request('hamla.live frozen', { steal: true }, () => promise);
  await vi.waitFor(() => expect(streams).toEqual([]));
  thaw();
  await vi.waitFor(() => expect(streams).toHaveLength(1));
});

test('without locks a tab that is hidden for a minute closes its stream, and reads again when it is seen', async () => {
  vi.stubGlobal('navigator', {});
  const tab = openTab('plain');
  await expectReads([tab], [2]);
  const pass = async (half: number) => {
    for (; half > 0; half -= 1) {
      streams[0]?.say(': still here\n\n');
      await vi.advanceTimersByTimeAsync(30_000);
    }
  };
  show(false);
  await pass(1);
  show(true);
  await pass(3);
  expect(streams).toHaveLength(1);
  show(false);
  await pass(2);
  expect(streams).toHaveLength(0);
  show(true);
  await expectReads([tab], [3]);
  expect(streams).toHaveLength(1);
});

test('a lost connection is opened again after 1, 2, 5 and 10 seconds, then every 10 seconds', () => {
  const delays = Array.from({ length: 7 }, (_, failures) => reconnectDelay(failures));
  expect(delays).toEqual([1_000, 2_000, 5_000, 10_000, 10_000, 10_000, 10_000]);
});

test('a connection that the server closes within a minute counts as a failure; one that lasted longer resets the count', () => {
  let failures = 0;
  const waitAfter = (lasted: number | null) => {
    failures = failuresBefore(failures, lasted);
    const wait = reconnectDelay(failures);
    failures += 1;
    return wait;
  };
  const durations = [0, 40, null, 59_999, 40, 60_000, 40, 3_600_000, null];
  expect(durations.map(waitAfter)).toEqual([
    1_000, 2_000, 5_000, 10_000, 10_000, 1_000, 2_000, 1_000, 2_000,
  ]);
});
