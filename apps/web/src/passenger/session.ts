import type { SettingsAnswer, UserSettings } from '@tapfolio/contracts/sessions.ts';
import { useSyncExternalStore } from 'react';
import { rememberedLanguage, setLanguage } from '../lib/i18n.ts';
import { forgetNotices } from '../lib/notices.ts';
import { setPortalConfig } from '../lib/portal-config.ts';
import { isRecord, readStored, removeStored, storageKeys, writeStored } from '../lib/storage.ts';

const listeners = new Set<() => void>();
let user: UserSettings | undefined;
let hasRead = false;
let isStartedHere = false;

function isUserSettings(value: unknown): value is UserSettings {
  return (
    isRecord(value) &&
    typeof value.email === 'string' &&
    typeof value.max_user_idle_time === 'number' &&
    isRecord(value.permissions)
  );
}

function changed(): void {
  for (const listener of listeners) listener();
}

/**
 * The passenger's settings when signed in, as stored under `_sbdat` (SES-01). They are a comfort of the page: the
 * session itself is a cookie that no script can read, and the server decides.
 */
export function sessionUser(): UserSettings | undefined {
  if (!hasRead) {
    user = readStored(storageKeys.session, isUserSettings);
    hasRead = true;
  }
  return user;
}

/** Takes over what the server answered at sign-in or to `get_settings`. */
export function startSession(answer: SettingsAnswer): void {
  user = answer.user;
  hasRead = true;
  isStartedHere = true;
  writeStored(storageKeys.session, answer.user);
  setPortalConfig(answer.portal_config);
  speakAsAccount(answer);
  changed();
}

/** Notes that the passenger agreed to the terms in force; the server has been told before. */
export function noteConsent(): void {
  const now = sessionUser();
  if (!now) return;
  user = { ...now, consent_due: false };
  writeStored(storageKeys.session, user);
  changed();
}

/** Whether this page itself saw the session start, rather than found it in the storage of an earlier visit. */
export function hasStartedHere(): boolean {
  return isStartedHere;
}

/**
 * Who has not chosen a language in this browser is spoken to in that of the account (I18N-05). It is no choice made here: when
 * the account's language changes elsewhere, this browser follows.
 */
function speakAsAccount({ user: { display_language }, portal_config: { languages } }: SettingsAnswer): void {
  if (rememberedLanguage(languages.deployed) || !languages.deployed.includes(display_language)) return;
  // Without its texts the page stays in the language it has.
  setLanguage(display_language).catch(() => {});
}

/** Forgets everything personal; the chosen language stays. */
export function clearSession(): void {
  user = undefined;
  hasRead = true;
  isStartedHere = false;
  for (const key of Object.values(storageKeys)) removeStored(key);
  forgetNotices();
  changed();
}

function listen(listener: () => void): () => void {
  const stop = onSessionElsewhere(listener);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    stop();
  };
}

/** Calls back when another tab signed in, took over newer settings or signed out; gives the way to stop it. */
export function onSessionElsewhere(listener: (user: UserSettings | undefined) => void): () => void {
  const onStorage = (event: StorageEvent): void => {
    if (event.key !== storageKeys.session && event.key !== null) return;
    hasRead = false;
    if (!sessionUser()) forgetNotices();
    listener(sessionUser());
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

export function useSessionUser(): UserSettings | undefined {
  return useSyncExternalStore(listen, sessionUser, () => undefined);
}
