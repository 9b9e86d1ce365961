import { defaultLocale, isLocale, type Locale, toBcp47 } from '@tapfolio/domain/locale.ts';
import { loadArea } from '@tapfolio/locales/generated/area.ts';
import type { WebMessages } from '@tapfolio/locales/generated/keys.ts';
import { loadPublic } from '@tapfolio/locales/generated/public.ts';
import { type Catalogue, type Translate, translator } from '@tapfolio/locales/translator.ts';
import { useSyncExternalStore } from 'react';
import { readPlain, writePlain } from './storage.ts';

/** Looks a text up in the language of the page. */
export type T = Translate<WebMessages>;
/** A text that is chosen when it is shown, so that it follows a change of language. */
export type Text = (t: T) => string;

type Spoken = { readonly locale: Locale; readonly t: T };

const languageKey = 'selectedLanguage';
const catalogues = new Map<Locale, Partial<Catalogue<WebMessages>>>();
const listeners = new Set<() => void>();
let wantsArea = false;
let asked: Locale = defaultLocale;
let spoken: Spoken = { locale: defaultLocale, t: translator({} as Catalogue<WebMessages>) }; // every look-up gives its key

/** Loads what is missing of a language; both parts come at once. */
async function load(locale: Locale): Promise<Catalogue<WebMessages>> {
  const known = catalogues.get(locale) ?? {};
  const [open, area] = await Promise.all([
    'common.save' in known ? known : loadPublic(locale),
    wantsArea ? loadArea(locale) : {},
  ]);
  const joined = { ...known, ...open, ...area };
  catalogues.set(locale, joined);
  // Public screens use no text of the area: the part is loaded before the first signed-in screen shows.
  return joined as Catalogue<WebMessages>;
}

/**
 * Makes the page speak a language. The texts are loaded first, so nothing on the page is ever half translated and what
 * was typed stays. The latest wish wins when two overlap.
 */
export async function speak(locale: Locale): Promise<void> {
  asked = locale;
  const catalogue = await load(locale);
  if (asked !== locale) return;
  spoken = { locale, t: translator<WebMessages>(catalogue) };
  if (typeof document !== 'undefined') {
    document.documentElement.lang = toBcp47(locale);
    document.documentElement.dir = 'ltr'; // all seven languages; a language written from the right changes this line
  }
  for (const listener of listeners) listener();
}

/** Adds the texts of the signed-in area to the language in use. */
export async function speakOfArea(): Promise<void> {
  if (wantsArea) return;
  wantsArea = true;
  await speak(asked);
}

/** Speaks another language from now on and remembers it for the next visit (I18N-05). */
export async function chooseLanguage(locale: Locale): Promise<void> {
  writePlain(languageKey, locale);
  await speak(locale);
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
