import type { SettingsAnswer, UserSettings } from '@tapfolio/contracts/sessions.ts';
import { followAccount } from '../lib/i18n.ts';
import { isRecord } from '../lib/is-record.ts';
import { forgetNotices } from '../lib/notices.ts';
import { setPortalConfig } from '../lib/portal-config.ts';
import { canReadStored, readStored, removeStored, storageKeys, writeStored } from '../lib/storage.ts';
import { createStore, useStore } from '../lib/store.ts';

let isCookieUnproven = false;

function isUserSettings(value: unknown): value is UserSettings {
  return (
    isRecord(value) &&
    typeof value.email === 'string' &&
    typeof value.max_user_idle_time === 'number' &&
    isPermissionMap(value.permissions)
  );
}

/** Every screen asks the map before it opens, so a damaged one would close them all. */
const isPermissionMap = (value: unknown): boolean =>
  isRecord(value) && Object.values(value).every((entries) => Array.isArray(entries));

const storedUser = (): UserSettings | undefined => readStored(storageKeys.session, isUserSettings);
const session = createStore(storedUser);

/**
 * The passenger's settings while signed in, as stored under `_sbdat` (SES-01). They are only a comfort of the page: the
 * session itself is a cookie that no script can read, and the server decides.
 */
export const sessionUser = session.get;

/** Stores what the server answered at sign-in. The notice that says why the former session ended is removed. */
export function startSession(answer: SettingsAnswer): void {
  takeOver(answer);
  isCookieUnproven = true;
}

/** Stores what the server answered to `get_settings`: it recognised the passenger by the cookie. */
export function renewSession(answer: SettingsAnswer): void {
  takeOver(answer);
  isCookieUnproven = false;
}

function takeOver(answer: SettingsAnswer): void {
  unheard = undefined;
  forgetNoticesOfOthers(answer.user);
  writeStored(storageKeys.session, answer.user);
  setPortalConfig(answer.portal_config);
  speakAsAccount(answer);
  session.set(answer.user);
}

/**
 * The next passenger must not read notices of the former one. After the end of a session the notices stay until the next sign-in,
 * here or in another tab: they say why it ended.
 */
function forgetNoticesOfOthers(next: UserSettings | undefined): void {
  if (sessionUser()?.email !== next?.email) forgetNotices();
}

type OwnChange = Partial<Pick<UserSettings, 'consent_due' | 'display_language' | 'first_name' | 'last_name'>>;

/** Notes what the passenger has just changed, so that all screens show it; the server knows it, or is being told. */
export function noteOwnChange(change: OwnChange): void {
  const now = sessionUser();
  if (!now) return;
  const next = { ...now, ...change };
  writeStored(storageKeys.session, next);
  session.set(next);
}

/** True if the session began on this page and no answer has shown since that the server gets its cookie. */
export function mayLackCookie(): boolean {
  return isCookieUnproven;
}

/**
 * The page follows the language of the account. It is not stored as a choice of this browser, so the page also follows when the
 * account's language changes elsewhere.
 */
function speakAsAccount({ user: { display_language }, portal_config: { languages } }: SettingsAnswer): void {
  void followAccount(display_language, languages.deployed);
}

let channel: BroadcastChannel | undefined;

/** Between the tabs of a browser that stores nothing. In others the storage tells them, and no open channel keeps a page out of the back/forward cache. */
function otherTabs(): BroadcastChannel | undefined {
  if (canReadStored()) return undefined;
  channel ??= new BroadcastChannel('session');
  return channel;
}

/** Removes all personal data; the chosen language stays. */
export function clearSession(): void {
  isCookieUnproven = false;
  if (sessionUser() !== undefined) otherTabs()?.postMessage('over');
  for (const key of Object.values(storageKeys)) removeStored(key);
  forgetNotices();
  session.set(undefined);
}

/** Calls back when the session started, ended or changed, here or in another tab; returns a function that stops this. */
export const onSession = session.subscribe;

type Elsewhere = (user: UserSettings | undefined) => void;
const elsewhere = new Set<Elsewhere>();
/** The last change that another tab made while there was no listener: the first listener gets it. */
let unheard: { readonly user: UserSettings | undefined } | undefined;

/** Follows, from the start of the page, what other tabs do with the session. */
export function followOtherTabs(): void {
  const follow = (): void => {
    const user = storedUser();
    forgetNoticesOfOthers(user);
    session.set(user);
    unheard = elsewhere.size === 0 ? { user } : undefined;
    for (const listener of elsewhere) listener(user);
  };
  addEventListener('storage', ({ key }) => {
    if (key === storageKeys.session || key === null) follow();
  });
  otherTabs()?.addEventListener('message', () => {
    if (sessionUser() !== undefined) follow();
  });
  // Some browsers do not tell a page in the back/forward cache what happens meanwhile.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && canReadStored() && storedUser()?.email !== sessionUser()?.email) follow();
  });
}

/**
 * Returns a function that says whether the same passenger is still signed in: a late answer must not reach the next one.
 * Always true for an action that began without a sign-in.
 */
export function samePerson(): () => boolean {
  const owner = sessionUser()?.email;
  return () => owner === undefined || owner === sessionUser()?.email;
}

/**
 * Calls back when another tab signed in, stored newer settings or signed out, also if that was just before; returns
 * a function that stops this.
 */
export function onSessionElsewhere(listener: Elsewhere): () => void {
  elsewhere.add(listener);
  if (unheard !== undefined) listener(unheard.user);
  unheard = undefined;
  return () => elsewhere.delete(listener);
}

/** The signed-in passenger, kept up to date; `undefined` during prerendering. */
export const useSessionUser = (): UserSettings | undefined => useStore(session, () => undefined);
