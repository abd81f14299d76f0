import { connect } from 'node:net';
import { scenario } from '../../reliability/scenario.ts';
import { faultsOf } from '../../server/testing/hostile-input.ts';
import { fingerprint, requests } from '../../server/testing/requests.ts';
import { ask, eachOf, operationsOf, readOpenApi, sharedSite } from '../site.ts';

const deep = (open: string, close: string) => open.repeat(10_000) + '1' + close.repeat(10_000);

/** Bodies that cost more to read than to send, or reach for what every object has. */
const bodies: Record<string, string> = {
  'one byte more than 1 MiB': JSON.stringify('x'.repeat(1024 * 1024 - 1)),
  'lists 10,000 deep': deep('[', ']'),
  'objects 10,000 deep': deep('{"a":', '}'),
  __proto__: '{"__proto__":{"polluted":true}}',
  constructor: '{"constructor":{"prototype":{"polluted":true}}}',
  'the same key twice': '{"name":"a","name":{"polluted":true}}',
  'a thousand keys': JSON.stringify(
    Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`k${n}`, n])),
  ),
  'a number of a megabyte': '9'.repeat(1_000_000),
};

/** A slow sender is cut off within these milliseconds. */
const LIMIT_MS = 10_000 + 3_000;

export default scenario({
  id: 'S15',
  title: 'slow, deep, large and doubled requests',
  small: { senders: 10 },
  full: { senders: 500 },
  async run({ senders }, outcome) {
    const site = await sharedSite();
    const described = operationsOf(await readOpenApi(site.url));
    const tokens = {
      company: await site.fixture.company.token(),
      agency: await site.fixture.agency.token(),
      staff: await site.fixture.staff.token(),
    };
    await site.settled();
    const before = await fingerprint(site);
    const slow = Promise.all(
      Array.from({ length: senders }, (_, n) => holdOpen(site.url, tokens.company, n % 3)),
    );
    const sent = described
      .filter(({ body }) => body)
      .flatMap(({ id }) => Object.entries(bodies).map(([name, body]) => ({ id, name, body })));
    const found = await eachOf(sent, async ({ id, name, body }) => {
      const right = requests[id].input(site.fixture);
      const answer = await ask(site, id, tokens[requests[id].by], { ...right, body });
      const isRefused = answer.status >= 400 && answer.status < 500;
      return [...faultsOf(id, answer), ...(isRefused ? [] : [`status ${answer.status}`])].map(
        (fault) => `${id}: ${name}: ${fault}`,
      );
    });
    outcome.expectNone(found.flat());
    const doubled = described.flatMap(({ id, parameters }) =>
      parameters.filter((one) => one.in === 'query').map(({ name }) => ({ id, name })),
    );
    const twice = await eachOf(doubled, async ({ id, name }) => {
      const right = requests[id].input(site.fixture) as { query?: object };
      const answer = await ask(site, id, tokens[requests[id].by], {
        ...right,
        query: { ...right.query, [name]: ['a', 'b'] },
      });
      return answer.status === 422 ? [] : [`${id} takes ${name} twice: ${answer.status}`];
    });
    outcome.expectNone(twice.flat());
    const held = await slow;
    outcome.expectNone(
      held.filter((ms) => ms > LIMIT_MS).map((ms) => `a slow sender was held ${ms} ms`),
    );
    outcome.expect((await fingerprint(site)) === before, 'rows changed');
    const polluted = () =>
      ({} as { polluted?: boolean }).polluted ? ['prototypes are polluted'] : [];
    outcome.expectNone(polluted());
    (Object.prototype as { polluted?: boolean }).polluted = true;
    outcome.expectNoticed('a polluted prototype', polluted());
    delete (Object.prototype as { polluted?: boolean }).polluted;
    const longest = (Math.max(...held) / 1000).toFixed(1);
    return `${sent.length} bodies, ${doubled.length} doubled parameters, ${senders} slow senders ended after ${longest} s at most, ${outcome.breaches.length} wrong`;
  },
});

/** Begins a request and never ends it: its head, its body or its chunks. @returns milliseconds until it was cut off. */
function holdOpen(url: string, token: string, kind: number): Promise<number> {
  const { hostname, port } = new URL(url);
  const from = performance.now();
  const { promise, resolve } = Promise.withResolvers<number>();
  const socket = connect({ host: hostname, port: Number(port) }, () => {
    const head = `PUT /api/company HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\nidempotency-key: slow-${crypto.randomUUID()}\r\n`;
    socket.write(
      [
        `${head}content-length: 1000\r\n\r\n{"name": "`,
        `${head}transfer-encoding: chunked\r\n\r\n5\r\n{"nam\r\n`,
        `${head}content-length: 50\r\n\r\n`,
      ][kind]!,
    );
  });
  const timer = setInterval(() => socket.write(kind === 1 ? '1\r\nx\r\n' : 'x'), 1_000);
  socket.on('data', () => {});
  socket.on('error', () => {});
  socket.on('close', () => {
    clearInterval(timer);
    resolve(Math.round(performance.now() - from));
  });
  return promise;
}
