import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import { reactRouter } from '@react-router/dev/vite';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { ariaLanguages } from './aria-languages.ts';
import { fonts } from './fonts.ts';
import { siteScripts } from './site-scripts.ts';

// The macro looks for its configuration from the working directory, which is the repository's root.
process.env.LINGUI_CONFIG = fileURLToPath(new URL('lingui.config.ts', import.meta.url));
const server = process.env.HAMLA_SERVER ?? 'http://127.0.0.1:3000';

/** Packages that are used whole from the first screen on. */
const foundation =
  /[\\/]node_modules[\\/](react|react-dom|scheduler|react-router|@lingui|@tanstack|@supabase)[\\/]/;

/** What stands on every dashboard, with what it needs; the rest of the kit comes with the screens that use it. */
const frame =
  /[\\/]web[\\/]src[\\/](api[\\/](call|early-answer|live-updates|queries|session|api-error)|ui[\\/](app-layout|brand|button|icons|link|page-header|skeleton|spinner|skip-link|language-switch|money|iso-date|error-state|kept-focus|offline-notice|use-on-first-activity|toaster)|accounts[\\/](auth-context|guard|asked-screen|require-role|sign-out-button)|i18n)\.tsx?$/;

export default defineConfig({
  plugins: [
    ariaLanguages(),
    fonts(),
    siteScripts(),
    tailwindcss(),
    reactRouter(),
    lingui(),
    babel({ presets: [linguiTransformerBabelPreset()] }),
  ],
  // dist/ lies outside this folder: Vite would leave the files of earlier builds there.
  build: { emptyOutDir: true },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              // What every screen of the application needs is one file: a request costs more than its few bytes.
              groups: [
                { name: 'foundation', test: foundation, priority: 2 },
                { name: 'frame', test: frame, priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
  server: {
    proxy: { '/auth/v1': server, '/api': server, '/.well-known': server },
  },
});
