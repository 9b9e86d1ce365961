import type { Locale } from '@tapfolio/domain/locale.ts';
import type { PortalConfig } from './portal-config.ts';

/** The operator's colours: the one accent and the text upon it, on light and on dark ground. */
export interface PageTheme {
  accent: string;
  accentText: string;
  accentDark: string;
  accentTextDark: string;
}

/** What the page renderer of the built web app is given; see `apps/web/src/prerender`. */
export interface PageRequest {
  config: PortalConfig;
  theme: PageTheme;
  /** The folder of the built web app. */
  folder: string;
}

/** One page, ready to be served. */
export interface RenderedPage {
  /** A route's stable name, `not-found`, or `shell` for every screen that is not written ahead. */
  name: string;
  locale: Locale;
  html: string;
  /** Sources that the content security policy must allow for this page: the hash of its own style. */
  styleSources: string[];
}

/** The renderer that `dist/server/pages.js` exports as `renderPages`. */
export type RenderPages = (request: PageRequest) => Promise<RenderedPage[]>;
