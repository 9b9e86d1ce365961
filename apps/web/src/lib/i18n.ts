import { defaultLocale, isLocale, type Locale, toBcp47 } from '@tapfolio/domain/locale.ts';
import type { WebMessages } from '@tapfolio/locales/generated/keys.ts';
import { loadPublic } from '@tapfolio/locales/generated/public.ts';
import { loadRest } from '@tapfolio/locales/generated/rest.ts';
import { type Catalogue, type Translate, translator } from '@tapfolio/locales/translator.ts';
import { readPlain, writePlain } from './storage.ts';
import { createStore, useStore } from './store.ts';

/** Looks up a text in the language of the page. */
export type T = Translate<WebMessages>;
/** A text that is chosen when it is shown, so that it follows a change of language. */
export type LazyText = (t: T) => string;

/** Loads a part of the texts in one language. */
type Part = (locale: Locale) => Promise<object>;
type Language = { readonly locale: Locale; readonly t: T; readonly parts: readonly Part[] };

/** The key of local storage under which the chosen language stands. */
export const languageKey = 'selectedLanguage';
/** The loaded languages, each with the most parts that were loaded of it. */
const arrived = new Map<Locale, Language>();
let wished: Locale = defaultLocale;
/** Those of the first page, and others from when they are first needed. */
let wanted: readonly Part[] = [loadPublic];
let choicesUnderWay = 0;
let written: Locale | undefined;
// Without texts every look-up returns its key.
const none: Language = { locale: defaultLocale, t: translator({} as Catalogue<WebMessages>), parts: [] };
// Rare, so even the lists of the languages are loaded only when they are needed.
const loadFaults = async (locale: Locale) => (await import('@tapfolio/locales/generated/faults.ts')).loadFaults(locale);
const loadQuestions = async (locale: Locale) =>
  (await import('@tapfolio/locales/generated/questions.ts')).loadQuestions(locale);
const loadCaps = async (locale: Locale) => (await import('@tapfolio/locales/generated/caps.ts')).loadCaps(locale);
const shown = createStore(() => none);

const hasAll = (language: Language | undefined, parts: readonly Part[]): boolean =>
  parts.every((part) => language?.parts.includes(part));

/** Loads the texts in use of a language, once. If two loads overlap, the one with more texts stays. */
async function load(locale: Locale): Promise<void> {
  const parts = wanted;
  const isKnown = (): boolean => hasAll(arrived.get(locale), parts);
  if (isKnown()) return;
  const texts = await Promise.all(parts.map((part) => part(locale)));
  if (isKnown()) return;
  // A screen is shown after the texts that it needs.
  const all = Object.assign({}, ...texts) as Catalogue<WebMessages>;
  arrived.set(locale, { locale, t: translator<WebMessages>(all, missingIn(all)), parts });
}

/**
 * A text that no part of the page has is that of a value, such as a status, which only the next release knows: its server may answer while
 * servers are replaced one by one. Codes of errors have a general sentence of their own (`errorText`).
 */
function missingIn({ 'common.laterValue': later }: Catalogue<WebMessages>): (key: string) => string {
  return (key) => (typeof later === 'string' && !key.startsWith('errors.') ? later : key);
}

function show(language: Language | undefined): void {
  if (!language || language === shown.get()) return;
  if (typeof document !== 'undefined') {
    document.documentElement.lang = toBcp47(language.locale);
    document.documentElement.dir = 'ltr'; // all our languages; one that is written from the right changes this line
  }
  shown.set(language);
}

/**
 * Changes the language of the page. The texts are loaded first, so nothing on the page is ever half translated and what was
 * typed stays. If two calls overlap, the later one wins.
 */
export async function setLanguage(locale: Locale): Promise<void> {
  wished = locale;
  try {
    await load(locale);
  } catch (error) {
    // A failed change is given up: the page must not change its language by itself some time later.
    if (wished === locale) wished = currentLocale();
    throw error;
  }
  if (wished === locale) show(arrived.get(locale));
}

/** Loads the texts beyond those of the first page, in the language in use and in those that follow. */
export async function loadTexts(): Promise<void> {
  await want(loadRest);
}

/** Loads the texts of rare errors too; without them such an error is shown as a general sentence. */
export async function loadFaultTexts(): Promise<void> {
  await wantLate(loadFaults).catch(() => undefined);
}

/** Loads the texts of questions and answers too. */
export async function loadQuestionTexts(): Promise<void> {
  await wantLate(loadQuestions);
}

/** Loads the texts of caps too. */
export async function loadCapTexts(): Promise<void> {
  await wantLate(loadCaps);
}

async function want(...parts: readonly Part[]): Promise<void> {
  wanted = [...new Set([...wanted, ...parts])];
  if (!hasAll(shown.get(), wanted)) await setLanguage(wished);
}

/** If it cannot be loaded, a change of the language must not need it. */
async function wantLate(part: Part): Promise<void> {
  try {
    await want(loadRest, part);
  } catch (error) {
    wanted = wanted.filter((other) => other !== part);
    throw error;
  }
}

/**
 * Changes the language and remembers it for the next visit (I18N-05). Returns false if a later change has
 * replaced this one.
 */
export async function chooseLanguage(locale: Locale): Promise<boolean> {
  choicesUnderWay += 1;
  try {
    await setLanguage(locale);
    const isShown = currentLocale() === locale;
    if (isShown) rememberLanguage(locale);
    return isShown;
  } finally {
    choicesUnderWay -= 1;
  }
}

/** Whether the passenger is choosing a language at this moment, and its texts are still being loaded. */
export const isChoosing = (): boolean => choicesUnderWay > 0;

/** Remembers the language for the next start of the page. */
export function rememberLanguage(locale: Locale): void {
  writePlain(languageKey, locale);
}

/**
 * Changes to the language of the account, unless the passenger has chosen one in this browser or is choosing one at this
 * moment (I18N-05). If the texts cannot be loaded, the page stays in its language.
 */
export async function followAccount(locale: Locale, deployed: readonly Locale[]): Promise<void> {
  if (isChoosing() || rememberedLanguage(deployed) || !deployed.includes(locale)) return;
  await setLanguage(locale).catch(() => {});
}

/** The remembered choice, if it is one of the deployed languages. */
export function rememberedLanguage(deployed: readonly Locale[]): Locale | undefined {
  const remembered = readPlain(languageKey);
  return isLocale(remembered) && deployed.includes(remembered) ? remembered : undefined;
}

/** The language of the page, outside a component. */
export const currentLocale = (): Locale => shown.get().locale;
/** The texts in the language of the page, outside a component. */
export const currentT = (): T => shown.get().t;

/** Calls back after every change of the texts in use; returns a function that stops this. */
export const onLanguage = shown.subscribe;

/** Tells in which language the server wrote the page. Call it after `setLanguage` has loaded this language. */
export function noteWrittenLanguage(locale: Locale): void {
  written = locale;
}

/**
 * React takes over the written page part by part. If the language changes meanwhile, a part that is still to come is compared with its
 * written texts first: if they differed, React would draw the part anew, and what was typed into it would be lost.
 */
const writtenLanguage = (): Language => (written && arrived.get(written)) ?? shown.get();

/** `t('login.title')`: the texts of the page's language. */
export const useT = (): T => useStore(shown, writtenLanguage).t;

/** The language of the page. A component that uses it is rendered again when it changes. */
export const useLocale = (): Locale => useStore(shown, writtenLanguage).locale;
