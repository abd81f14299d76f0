/** `npm run security`: attacks the product in the ways of docs/threat-model.md. */
import { runScenarios } from '../reliability/run-scenarios.ts';
import { closeSites } from './site.ts';

await runScenarios('security', import.meta.dirname, closeSites);
