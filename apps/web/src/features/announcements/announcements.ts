import { currentLocale, onLanguage } from '../../lib/i18n.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { deviceKeys, readStored, writeStored } from '../../lib/storage.ts';
import { createStore } from '../../lib/store.ts';
import { type Announcement, listAnnouncements } from './api/list-announcements.ts';

/** An open page asks this often. */
const everyMs = 5 * 60_000;
/** It asks so long afterwards if the server did not answer, and no sooner when it is seen again: whoever changes between tabs asks once. */
const pauseMs = 30_000;

/** So many closed announcements are remembered; an operator has ten at a time. */
const mostClosed = 50;

const isIds = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((id) => typeof id === 'string');

/** Those that this browser remembers. */
export const readClosed = (): readonly string[] => readStored(deviceKeys.closedAnnouncements, isIds) ?? [];

/** The announcements in force at this moment; the page keeps them without a network too. */
export const announcementsNow = createStore<readonly Announcement[]>(() => []);

/** The ids of those that were closed in this browser. An announcement is never changed: a corrected one has another id. */
export const closedAnnouncements = createStore(readClosed);

/** Closes an announcement for good, in this browser. Another tab may have closed others since. */
export function closeAnnouncement(id: string): void {
  const ids = [...new Set([...readClosed(), ...closedAnnouncements.get(), id])].slice(-mostClosed);
  writeStored(deviceKeys.closedAnnouncements, ids);
  closedAnnouncements.set(ids);
}

/**
 * Keeps the announcements up to date: asks for them now, every few minutes, when the page is seen again, when the network is back and
 * after a change of the language. Each begins and ends at its time by the server's clock. If the server does not answer, those that are
 * known stay. Returns a function that stops this.
 */
export function followAnnouncements(): () => void {
  let known: readonly Announcement[] = [];
  let asked = { count: 0, at: Number.NEGATIVE_INFINITY, locale: currentLocale() };
  let next: ReturnType<typeof setTimeout> | undefined;
  let turn: ReturnType<typeof setTimeout> | undefined;

  const showInForce = (): void => {
    clearTimeout(turn);
    const now = serverNow();
    announcementsNow.set(known.filter((one) => startOf(one) <= now && endOf(one) > now));
    const turns = known.flatMap((one) => [startOf(one), endOf(one)]).filter((at) => at > now);
    // A longer wait would be no wait at all in a browser; the next question comes before.
    if (turns.length > 0) turn = setTimeout(showInForce, Math.min(Math.min(...turns) - now, everyMs) + 1);
  };
  const ask = async (): Promise<void> => {
    asked = { count: asked.count + 1, at: performance.now(), locale: currentLocale() };
    const { count } = asked;
    const found = await listAnnouncements().catch(() => undefined);
    if (count !== asked.count) return;
    known = found ?? known;
    showInForce();
    clearTimeout(next);
    next = setTimeout(askIfSeen, found === undefined ? pauseMs : everyMs);
  };
  const askIfSeen = (): void => {
    if (document.visibilityState === 'hidden') return;
    showInForce();
    if (performance.now() - asked.at >= pauseMs) void ask();
  };
  const askAgain = (): void => void ask();
  const stopLanguage = onLanguage(() => {
    if (asked.locale !== currentLocale()) askAgain();
  });
  document.addEventListener('visibilitychange', askIfSeen);
  addEventListener('online', askAgain);
  askAgain();
  return () => {
    asked = { ...asked, count: asked.count + 1 };
    clearTimeout(turn);
    clearTimeout(next);
    stopLanguage();
    document.removeEventListener('visibilitychange', askIfSeen);
    removeEventListener('online', askAgain);
  };
}

const startOf = ({ from }: Announcement): number => Date.parse(from);
const endOf = ({ until }: Announcement): number => (until === null ? Number.POSITIVE_INFINITY : Date.parse(until));
