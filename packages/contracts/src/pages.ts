import type { Locale } from '@tapfolio/domain/locale.ts';
import type { PortalConfig } from './portal-config.ts';

/** The operator's colours: the accent colour and the text colour on it, for the light and the dark theme. */
export interface PageTheme {
  accent: string;
  accentText: string;
  accentDark: string;
  accentTextDark: string;
}

/** The input of the page renderer of the built web app; see `apps/web/src/prerender`. */
export interface PageRequest {
  config: PortalConfig;
  theme: PageTheme;
  /** The folder of the built web app. */
  folder: string;
}

/** One rendered page. */
export interface RenderedPage {
  /** A route's stable name, `not-found`, or `shell` for every screen that is not rendered at the start. */
  name: string;
  locale: Locale;
  html: string;
  /** The sources that the content security policy must allow for this page: the hash of its inline style. */
  styleSources: string[];
}

/** The renderer that `dist/server/pages.js` exports as `renderPages`. */
export type RenderPages = (request: PageRequest) => Promise<RenderedPage[]>;
