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

/** Where `npm run dev` finds the server that answers the calls. */
const server = process.env.TAPFOLIO_DEV_SERVER ?? 'http://127.0.0.1:8080';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [sevenLanguages, gregorianOnly, react()],
  build: {
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'baseline-widely-available',
  },
  server: { proxy: { '/public': server } },
});
