import type { LazyText } from './i18n.ts';
import { createStore, useStore } from './store.ts';

export type NoticeType = 'info' | 'warning' | 'success' | 'danger';

/**
 * A notification with the fields of spec section 3. `icon` names the drawing of another type. `html` is accepted and shown
 * as text: nothing is ever parsed as markup.
 */
export type Notice = {
  readonly uuid: string;
  readonly type: NoticeType;
  readonly title: LazyText;
  /** The part of the title that ends no line at a hyphen of its own. */
  readonly unbroken?: string | undefined;
  readonly content?: LazyText | undefined;
  readonly duration: number;
  readonly icon?: NoticeType | undefined;
  readonly html?: boolean | undefined;
  readonly storeInList: boolean;
  readonly uniqId?: string | undefined;
  readonly traceId?: string | undefined;
  /** The notice is about the page, not about a passenger's session, so it stays when the session ends. */
  readonly isOfPage?: boolean | undefined;
  /** The passenger may be away, so the time on screen begins when they do something. */
  readonly waitsForAction?: boolean | undefined;
  readonly action?: { readonly label: LazyText; readonly run: () => void } | undefined;
  readonly at: number;
};

/** Milliseconds on screen (spec section 9), without the time in which the page cannot be seen. 0 stays until closed. */
export const durations = {
  success: 5000,
  error: 8000,
  warning: 5000,
  short: 2000,
  usual: 5000,
  idleWarning: 8000,
  idleExceeded: 10_000,
} as const;

const usualDuration: Record<NoticeType, number> = {
  info: durations.usual,
  warning: durations.warning,
  success: durations.success,
  danger: durations.error,
};

type State = { readonly shown: readonly Notice[]; readonly kept: readonly Notice[]; readonly unread: number };

const listLimit = 50;
/** The state in the prerendered pages. */
const none: State = { shown: [], kept: [], unread: 0 };
const notices = createStore<State>(() => none);

function set(next: Partial<State>): void {
  notices.set({ ...notices.get(), ...next });
}

export type NewNotice = Pick<Notice, 'title'> & Partial<Omit<Notice, 'uuid' | 'at'>>;

/** Shows a notice. It replaces an older one with the same `uniqId` (NOTE-04). */
export function notify(notice: NewNotice): void {
  const type = notice.type ?? 'info';
  const made: Notice = {
    type,
    duration: usualDuration[type],
    storeInList: false,
    ...notice,
    uuid: crypto.randomUUID(),
    at: Date.now(),
  };
  const isOther = (other: Notice): boolean => made.uniqId === undefined || other.uniqId !== made.uniqId;
  const state = notices.get();
  const shown = [...state.shown.filter(isOther), made];
  set({ shown });
  if (!made.storeInList) return;
  const kept = [made, ...state.kept.filter(isOther)].slice(0, listLimit);
  const stillUnread = state.kept.slice(0, state.unread).filter(isOther).length;
  set({ kept, unread: Math.min(stillUnread + 1, kept.length) });
}

/** Says that something of the account has changed; the bell keeps such notices. */
export function notifyChange(title: LazyText, more: Pick<NewNotice, 'uniqId' | 'unbroken'> = {}): void {
  notify({ type: 'success', title, storeInList: true, ...more });
}

/** Removes a notice from the page; it stays in the list of the bell if it is kept there. */
export function closeNotice(uuid: string): void {
  set({ shown: notices.get().shown.filter((notice) => notice.uuid !== uuid) });
}

/** Removes the notice of this `uniqId` from the screen: what it says is no longer true. */
export function withdrawNotice(uniqId: string): void {
  set({ shown: notices.get().shown.filter((notice) => notice.uniqId !== uniqId) });
}

/** Empties the list behind the bell. */
export function clearNotices(): void {
  set({ kept: [], unread: 0 });
}

/** Removes every notice of one passenger's session, also those on screen (called at its end). */
export function forgetNotices(): void {
  set({ ...none, shown: notices.get().shown.filter(({ isOfPage }) => isOfPage) });
}

/** Sets the number of unread notices at the bell to zero. */
export function markNoticesRead(): void {
  set({ unread: 0 });
}

export const noticesNow = notices.get;

/** A part that is hydrated late must see the prerendered state first, even if a notice has come before. */
export const useNotices = (): State => useStore(notices, () => none);
