/** `npm run reliability`: puts each promise of docs/reliability.md to the test. */
import { runScenarios } from './run-scenarios.ts';

await runScenarios('reliability', import.meta.dirname);
