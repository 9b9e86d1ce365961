/**
 * Keyset paging knows only the next page. The way back is the list of cursors of the pages before this one; it is kept
 * in the state of the history entry, so that it survives a reload and the browser's Back. The first page has the empty cursor.
 */
export type Trail = readonly string[];

export type Step = { readonly cursor: string | undefined; readonly trail: Trail };

export function isTrail(value: unknown): value is Trail {
  return Array.isArray(value) && value.every((cursor) => typeof cursor === 'string');
}

export function stepForward(trail: Trail, cursor: string | undefined, nextCursor: string): Step {
  return { cursor: nextCursor, trail: [...trail, cursor ?? ''] };
}

/** One page back. After a link to a page in the middle there is no trail: the way back is then the first page. */
export function stepBack(trail: Trail): Step {
  return { cursor: trail.at(-1) || undefined, trail: trail.slice(0, -1) };
}
