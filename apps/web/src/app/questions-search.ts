/** The number of the question that a link opens. */
export type QuestionsSearch = { open?: string };

/** Reads the address. A number that no question can have is left out. */
export function readQuestionsSearch({ open }: Record<string, unknown>): QuestionsSearch {
  return typeof open === 'string' && /^[\w-]{1,20}$/.test(open) ? { open } : {};
}
