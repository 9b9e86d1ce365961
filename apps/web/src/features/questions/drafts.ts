import { onSession, sessionUser } from '../../passenger/session.ts';

/** What was typed and not sent yet. */
export type Draft = { readonly text: string; readonly reason?: string };

const none: Draft = { text: '' };
/** By the id of a trip, of a payment or of a question. Only in the memory of the page: it may be about places. */
const drafts = new Map<string, Draft>();
let owner = sessionUser()?.email;

// The next passenger must not see it, nor who comes to a page whose session has ended.
onSession(() => {
  const now = sessionUser()?.email;
  if (now !== owner) drafts.clear();
  owner = now;
});

/** What was typed here before the dialog was closed or the screen was left. */
export const draftOf = (id: string): Draft => drafts.get(id) ?? none;

export function keepDraft(id: string, part: Partial<Draft>): void {
  drafts.set(id, { ...draftOf(id), ...part });
}

export function forgetDraft(id: string): void {
  drafts.delete(id);
}
