import { serveDemo } from '#server/commands/demo.ts';
import { serveUntilStopped } from '#server/platform/stop-signals.ts';

/** `npm run demo` with as few tickets as its story needs, as a process of its own. */
await serveUntilStopped((stopping) => serveDemo(stopping, { tickets: 12 }));
