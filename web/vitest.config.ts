import { fileURLToPath } from 'node:url';
import { linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import { defineConfig } from 'vitest/config';

process.env.LINGUI_CONFIG = fileURLToPath(new URL('lingui.config.ts', import.meta.url));

/** Figures, texts and requests of the web; its screens are tested in e2e/. */
export default defineConfig({
  plugins: [babel({ presets: [linguiTransformerBabelPreset()] })],
  test: { name: 'web', include: ['**/*.test.ts'], environment: 'node', maxWorkers: 3 },
});
