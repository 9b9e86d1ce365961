import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import type { PageRequest, RenderedPage, RenderPages } from '@tapfolio/contracts/pages.ts';
import { keysOf } from '@tapfolio/domain/keys-of.ts';
import type { Locale } from '@tapfolio/domain/locale.ts';
import type { RouteName } from '@tapfolio/locales/path-table.ts';
import { localise } from '@tapfolio/locales/paths.ts';
import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { makeRouter } from '../app/router.tsx';
import { currentT, setLanguage } from '../lib/i18n.ts';
import { lastTitle } from '../lib/page-title.ts';
import { productName, setPortalConfig } from '../lib/portal-config.ts';
import { readBuild, type WebBuild } from './build.ts';
import { writePage } from './document.ts';
import { ShellFrame } from './shell-frame.tsx';
import { StartFailureNotice } from './start-failure-notice.tsx';

/** Public screens that need only the operator's configuration; by module or chunk, for their scripts and styles. */
const screens = {
  login: 'start',
  register: 'src/app/routes/register.tsx',
  'receipt-page': 'src/app/routes/receipt-page.tsx',
  'reset-password': 'src/app/routes/reset-password.tsx',
  logout: 'src/app/routes/logout.tsx',
  error: 'src/app/routes/error.tsx',
} as const satisfies Partial<Record<RouteName, string>>;
const screenNames = keysOf(screens);

/** A look-up without its text, as content or in an attribute. */
const bareKey = /[>"]((?:common|nav|login)\.[\w.]+)["<]/;

async function markup(node: ReactNode): Promise<string> {
  const { prelude } = await prerender(node);
  const html = await new Response(prelude).text();
  const [, key] = bareKey.exec(html) ?? [];
  if (key)
    throw new Error(`the first page needs the text ${key}, which is not public: see packages/locales/src/parts.ts`);
  return html;
}

/** Renders the screen at a path as the router shows it, also for unknown paths. */
async function screenAt(path: string): Promise<string> {
  const router = makeRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  return markup(<RouterProvider router={router} />);
}

async function pagesIn(locale: Locale, request: PageRequest, build: WebBuild): Promise<RenderedPage[]> {
  await setLanguage(locale);
  const pages: RenderedPage[] = [];
  const t = currentT();
  const failure = await markup(
    <StartFailureNotice
      words={t('nav.screenLoadFailure')}
      retry={t('common.retry')}
      scriptsOff={t('nav.scriptsOff')}
    />,
  );
  const write = (name: string, body: string, title: string, module?: string): void => {
    const page = { ...request, build, locale, body, failure, title, isPrerendered: name !== 'shell', module };
    pages.push({ name, locale, ...writePage(page) });
  };
  for (const name of screenNames) {
    const body = await screenAt(localise(name, {}, locale));
    write(name, body, lastTitle(), screens[name]);
  }
  const missing = await screenAt('/no-such-page');
  write('not-found', missing, lastTitle());
  write('shell', await markup(<ShellFrame words={t('common.loading')} />), productName(request.config.brand, locale));
  return pages;
}

/**
 * Writes every public page in every deployed language, for one operator. The texts and the configuration are global to
 * the program, so the languages are rendered one after the other.
 */
export const renderPages: RenderPages = async (request) => {
  const build = await readBuild(request.folder);
  setPortalConfig(request.config);
  const pages: RenderedPage[] = [];
  for (const locale of request.config.languages.deployed) pages.push(...(await pagesIn(locale, request, build)));
  return pages;
};
