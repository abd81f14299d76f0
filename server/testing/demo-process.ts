import { setTimeout } from 'node:timers/promises';
import { serveDemo } from '#server/commands/demo.ts';
import { serveUntilStopped } from '#server/platform/stop-signals.ts';

/**
 * `npm run demo` as a process of its own: with as few tickets as DEMO_TICKETS says, begun at the moment DEMO_START, with each
 * reply DEMO_DELAY_MS late.
 */
const { DEMO_TICKETS, DEMO_START, DEMO_DELAY_MS } = process.env;

const ahead_ms = DEMO_START ? Date.parse(DEMO_START) - Date.now() : 0;
const clock = { now: () => new Date(Date.now() + ahead_ms) };

if (DEMO_DELAY_MS) {
  const prompt = fetch;
  globalThis.fetch = async (...request) => {
    const response = await prompt(...request);
    await setTimeout(Number(DEMO_DELAY_MS));
    return response;
  };
}

await serveUntilStopped((stopping) =>
  serveDemo(stopping, { clock, ...(DEMO_TICKETS && { tickets: Number(DEMO_TICKETS) }) }),
);
