import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * What every first visit needs goes into one file: compressed together it is smaller, and one request replaces thirty.
 * A screen's own parts stay in its chunk.
 */
const startParts = [
  /node_modules\/(react|react-dom|scheduler|@tanstack\/(react-router|router-core|history|react-store|store))\//,
  /packages\/(contracts\/src\/single-sign-on-paths|domain\/src\/(locale|permissions)|locales\/src\/(paths|path-table|decode-path|translator))\.ts$/,
  /packages\/locales\/src\/generated\/[a-z]+\.ts$/,
  /web\/src\/main\.tsx$/,
  /web\/src\/app\/(frame\/(brand|contacts|footer|frame|language-switch)|rewrite|router|route-tree|public-layout|root-frame|screen-failure|not-found|history\/history-search|start-language|focus-on-navigation|inlined-styles|start-failure)\./,
  /web\/src\/passenger\/(passkey-button|passkey-support|link-token|session|wished-page|sign-in-hand-over)\./,
  /web\/src\/lib\/(api-error|current-route|errors|focus-heading|form-check|i18n|load-in-time|notices|page-title|portal-config|storage|trace-header)\./,
  /web\/src\/ui\/(alert|button|button-class|error-state|field|form|heading|hold|icons|menu|notice-icon|page-size|panel|password-field|screen|states|svg|text-field|use-form)\./,
];

/**
 * What every page loads right after it shows: the calls, how a lost session and notices are dealt with, and what forms
 * are checked with.
 */
const soonParts = [
  /node_modules\/(@messageformat\/runtime|make-plural)\//,
  /packages\/contracts\/src\/(errors|generated\/operations)\.ts$/,
  /packages\/domain\/src\/(money|password-rules|statement-reference)\.ts$/,
  /web\/src\/app\/(after-start|browser|newer-version|service-worker)\./,
  /web\/src\/features\/(session\/(api|end-session|lost-session)|sign-in\/api\/(sign-in|finish-sign-in)\.)/,
  /web\/src\/lib\/(api-client|keep-focus|use-settled)\./,
  /web\/src\/passenger\/(field-readers|violated-rule)\./,
  /web\/src\/ui\/(outcome|skeleton|toasts|top-layer|visually-hidden)\./,
];

/** What signed-in screens share with forms that need no sign-in. */
const commonParts = [
  /packages\/locales\/src\/formats\.ts$/,
  /web\/src\/lib\/(save-file|use-formats)\./,
  /web\/src\/ui\/empty-state\./,
];

/** What stands around every signed-in screen, and how it asks for what it shows. */
const frameParts = [
  /node_modules\/@tanstack\/(query-core\/.*\/(?!mutationObserver)\w+|react-query\/.*\/QueryClientProvider)\.js$/,
  /web\/src\/app\/(area-layout|frame\/)/,
  /web\/src\/ui\/(area-icons|disclosure|notice-list)\./,
  /web\/src\/passenger\/(permissions|permitted|query-keys)\./,
];

/** What most signed-in screens share. */
const areaParts = [
  /node_modules\/@tanstack\/(query-core|react-query)\//,
  /packages\/(domain\/src\/service-day|contracts\/src\/limits)\.ts$/,
  /web\/src\/(lib\/use-media-query|passenger\/scheme-name)\./,
  /web\/src\/features\/cards\/(card-state|components\/(no-cards|card-(number|state-text|tile|tiles)|debt-alerts))\b/,
  /web\/src\/features\/[a-z]+\/api\/list-/,
  /web\/src\/app\/history\/data-up-to\./,
  /web\/src\/ui\/(badge|boundary|facts|loaded|select|status-text|table)\./,
];

const isOf = (parts: readonly RegExp[]) => (id: string) => parts.some((part) => part.test(id));

const fileOfStyle = new Map<string, string>();

/**
 * `frame-page` for the class `page` of `frame.module.css`: readable, and smaller than a hash in every sheet, page and
 * script. So no two sheets may have the same name.
 */
function classNameOf(name: string, file: string): string {
  const sheet = path.basename(file, '.module.css');
  const known = fileOfStyle.get(sheet) ?? file;
  if (known !== file) throw new Error(`${file} and ${known} would share their class names`);
  fileOfStyle.set(sheet, file);
  return `${sheet}-${name}`;
}

/** Where `npm run dev` finds the server that answers the calls. */
const server = process.env.TAPFOLIO_DEV_SERVER ?? 'http://127.0.0.1:8080';

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  plugins: [react()],
  resolve: {
    alias: {
      // The shim is for Reacts that have no such hook.
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
  // As served, the page does not speak to React's browser extension; in development it does.
  define: command === 'build' ? { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' } : {},
  css: { modules: { generateScopedName: classNameOf } },
  build: {
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'baseline-widely-available',
    rolldownOptions: {
      output: {
        chunkFileNames: ({ facadeModuleId }) =>
          /generated\/.+\//.test(facadeModuleId ?? '') ? 'assets/texts-[name]-[hash].js' : 'assets/[name]-[hash].js',
        codeSplitting: {
          groups: [
            { name: 'start', test: isOf(startParts), priority: 4 },
            { name: 'soon', test: isOf(soonParts), priority: 3 },
            { name: 'common', test: isOf(commonParts), priority: 2 },
            { name: 'frame', test: isOf(frameParts), priority: 1 },
            { name: 'area', test: isOf(areaParts) },
          ],
        },
      },
    },
  },
  server: { proxy: { '/public': server } },
}));
