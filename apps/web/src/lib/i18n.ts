import { defaultLocale, isLocale, type Locale, toBcp47 } from '@tapfolio/domain/locale.ts';
import { loadAccount } from '@tapfolio/locales/generated/account.ts';
import { loadArea } from '@tapfolio/locales/generated/area.ts';
import { loadForms } from '@tapfolio/locales/generated/forms.ts';
import type { WebMessages } from '@tapfolio/locales/generated/keys.ts';
import { loadPublic } from '@tapfolio/locales/generated/public.ts';
import { type Catalogue, type Translate, translator } from '@tapfolio/locales/translator.ts';
import { useSyncExternalStore } from 'react';
import { inOrder } from './in-order.ts';
import { readPlain, writePlain } from './storage.ts';

/** Looks a text up in the language of the page. */
export type T = Translate<WebMessages>;
/** A text that is chosen when it is shown, so that it follows a change of language. */
export type Text = (t: T) => string;

type Spoken = { readonly locale: Locale; readonly t: T };

/** What is loaded together: `public` at once, `forms` soon after, `area` with the first signed-in screen, `account` with its own. */
type Part = 'public' | 'forms' | 'area' | 'account';

const loaders: Record<Part, (locale: Locale) => Promise<Partial<Catalogue<WebMessages>>>> = {
  public: loadPublic,
  forms: loadForms,
  area: loadArea,
  account: loadAccount,
};

const languageKey = 'selectedLanguage';
const listeners = new Set<() => void>();
const parts: Set<Part> = new Set(['public']);
const loads = inOrder();
let asked: Locale = defaultLocale;
let joining: Promise<void> = Promise.resolve();
let spoken: Spoken = { locale: defaultLocale, t: translator({} as Catalogue<WebMessages>) }; // every look-up gives its key

/** Loads the parts in use; the module system keeps what has been loaded before. */
async function load(locale: Locale): Promise<Catalogue<WebMessages>> {
  const loaded = await Promise.all([...parts].map((part) => loaders[part](locale)));
  // A screen is shown after the parts it speaks from; what is missing all the same reads as its key.
  return Object.assign({}, ...loaded) as Catalogue<WebMessages>;
}

/**
 * Makes the page speak a language. The texts are loaded first, so nothing on the page is ever half translated and what
 * was typed stays. The latest wish wins when two overlap, also within one language: browsers finish imports of one module
 * in any order, and an earlier load knows fewer parts.
 */
export async function speak(locale: Locale): Promise<void> {
  asked = locale;
  const mayBeShown = loads.begin();
  const catalogue = await load(locale).catch((error: unknown) => {
    // What could not be loaded is wished for no longer: the page must not change by itself some time later.
    if (asked === locale) asked = spoken.locale;
    throw error;
  });
  if (asked !== locale || !mayBeShown()) return;
  spoken = { locale, t: translator<WebMessages>(catalogue) };
  if (typeof document !== 'undefined') {
    document.documentElement.lang = toBcp47(locale);
    document.documentElement.dir = 'ltr'; // all seven languages; a language written from the right changes this line
  }
  for (const listener of listeners) listener();
}

/** Adds further texts to the language in use; texts that somebody else has asked for are awaited all the same. */
export async function speakAlso(...wanted: readonly Exclude<Part, 'public'>[]): Promise<void> {
  const missing = wanted.filter((part) => !parts.has(part));
  for (const part of missing) parts.add(part);
  if (missing.length > 0) joining = speak(asked);
  await joining;
}

/** Speaks another language from now on and remembers it for the next visit (I18N-05). */
export async function chooseLanguage(locale: Locale): Promise<void> {
  await speak(locale);
  if (spoken.locale === locale) writePlain(languageKey, locale);
}

/** The remembered choice, when it is among the deployed languages. */
export function rememberedLanguage(deployed: readonly Locale[]): Locale | undefined {
  const remembered = readPlain(languageKey);
  return isLocale(remembered) && deployed.includes(remembered) ? remembered : undefined;
}

export const currentLocale = (): Locale => spoken.locale;
export const currentT = (): T => spoken.t;

/** Calls back after every change of the texts in use; gives the way to stop it. */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const now = (): Spoken => spoken;

/** `t('login.title')`: the texts of the page's language. */
export function useT(): T {
  return useSyncExternalStore(onLanguage, now, now).t;
}

export function useLocale(): Locale {
  return useSyncExternalStore(onLanguage, now, now).locale;
}
