import { isLocale, type Locale } from '@tapfolio/domain/locale.ts';
import { showFailure } from '../lib/errors.ts';
import {
  chooseLanguage,
  isChoosing,
  type LazyText,
  languageKey,
  rememberedLanguage,
  rememberLanguage,
  setLanguage,
} from '../lib/i18n.ts';
import { isLoadFailure } from '../lib/load-in-time.ts';
import { portalConfig } from '../lib/portal-config.ts';
import { readOfTab, removeOfTab, writeOfTab } from '../lib/storage.ts';

/** Where a choice waits until the account can store it: the page may be left before, for a sign-in or a reload. */
const waitingKey = 'languageForAccount';

/**
 * Changes the language of the page and remembers it. If its texts do not arrive, a notice offers to try again. Returns false if
 * the page is not in this language afterwards.
 */
export async function changeLanguage(locale: Locale, failed?: LazyText): Promise<boolean> {
  try {
    return await chooseLanguage(locale);
  } catch (error) {
    if (!isLoadFailure(error)) throw error;
    showFailure(error, { title: failed, retry: () => changeAgain(locale, failed) });
    return false;
  }
}

/** Browsers remember texts that did not arrive, so the page is loaded again, and begins in the chosen language. */
function changeAgain(locale: Locale, failed?: LazyText): void {
  // Without a network a page in another language would not start.
  if (!navigator.onLine) {
    void changeLanguage(locale, failed);
    return;
  }
  rememberLanguage(locale);
  keepForAccount(locale);
  location.reload();
}

/**
 * Follows a choice that is made in another tab; returns a function that stops this. The stored choice counts, and not that of the
 * event: of two choices at once the same one stays in both tabs. If its texts do not arrive, the page stays in its language.
 */
export function followLanguageElsewhere(): () => void {
  const follow = (): void => {
    if (isChoosing()) return;
    const chosen = rememberedLanguage(portalConfig().languages.deployed);
    if (chosen) void setLanguage(chosen).catch(() => undefined);
  };
  const stop = new AbortController();
  const { signal } = stop;
  addEventListener('storage', ({ key }) => key === languageKey && follow(), { signal });
  // Some browsers do not tell a page in the back/forward cache what happens meanwhile.
  addEventListener('pageshow', ({ persisted }) => persisted && follow(), { signal });
  return () => stop.abort();
}

/** Keeps the choice in this tab until the account can store it. */
export function keepForAccount(locale: Locale): void {
  writeOfTab(waitingKey, locale);
}

/** The choice that waits for the account. It is given once. */
export function takeForAccount(): Locale | undefined {
  const locale = readOfTab(waitingKey);
  removeOfTab(waitingKey);
  return isLocale(locale) ? locale : undefined;
}
