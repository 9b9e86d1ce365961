import path from 'node:path';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The picker knows twelve calendars; the operators' languages use one. Saves about 3 KB. */
const gregorianOnly: Plugin = {
  name: 'gregorian-only',
  enforce: 'pre',
  resolveId: (source) => (/createCalendar(\.m?js)?$/.test(source) ? '\0gregorian-only' : undefined),
  load: (id) =>
    id === '\0gregorian-only'
      ? `import { GregorianCalendar } from '@internationalized/date';
         const gregorian = new GregorianCalendar();
         export const createCalendar = () => gregorian;
         export { createCalendar as $64244302c3013299$export$dd0bbc9b26defe37 };`
      : undefined,
};

/** React Aria ships thirty languages; British and Canadian texts share those of their families. */
const sevenLanguages = {
  ...optimizeLocales.vite({ locales: ['en-US', 'fr-FR', 'de-DE', 'sk-SK', 'pl-PL', 'it-IT'] }),
  enforce: 'pre' as const,
};

/**
 * What every first visit needs goes into one file: compressed together it is smaller, and one request replaces thirty.
 * A screen's own parts stay in its chunk; parts that several signed-in screens share are left to the bundler.
 */
const startParts = [
  /node_modules\/(react|react-dom|scheduler|@tanstack\/(react-router|router-core|history|react-store|store))\//,
  /packages\/(contracts\/src\/single-sign-on-paths|domain\/src\/(locale|permissions)|locales\/src\/(paths|path-table|decode-path|translator))\.ts$/,
  /packages\/locales\/src\/generated\/public\.ts$/,
  /node_modules\/(@messageformat\/runtime|make-plural)\//,
  /web\/src\/app\/(frame\/(brand|contacts|footer|frame|language-switch)|rewrite|router|route-tree|public-layout|root-frame|screen-failure|not-found|history-search|start-language|focus-on-navigation|inlined-styles)\./,
  /web\/src\/lib\/(api-error|errors|form-check|i18n|load-in-time|notices|page-title|portal-config|session|storage|temporary|trace-header|pending-sign-in)\./,
  /web\/src\/ui\/(alert|button|button-class|error-state|field|form|icons|menu|notice-icon|page-size|panel|password-field|screen|states|svg|text-field|use-form)\./,
];
const isOfStart = (id: string): boolean => startParts.some((part) => part.test(id));

/** What every page loads right after it shows: the calls, and how a lost session and notices are dealt with. */
const soonParts = [
  /packages\/contracts\/src\/(errors|operations)\.ts$/,
  /packages\/locales\/src\/generated\/(forms|area)\.ts$/,
  /web\/src\/app\/(after-start|browser|service-worker)\./,
  /web\/src\/features\/session\/(?!components)/,
  /web\/src\/lib\/api-client\./,
  /web\/src\/ui\/toasts\./,
];
const isOfSoon = (id: string): boolean => soonParts.some((part) => part.test(id));

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

export default defineConfig({
  root: import.meta.dirname,
  plugins: [sevenLanguages, gregorianOnly, react()],
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
            { name: 'start', test: isOfStart, priority: 3 },
            { name: 'soon', test: isOfSoon, priority: 2 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/public': server } },
});
