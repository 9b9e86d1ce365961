/**
 * Keyset paging knows only the way forward. The way back is the list of cursors of the pages before this one; it travels
 * in the history entry's state, so that reload and the browser's Back keep it. The first page has the empty cursor.
 */
export type Trail = readonly string[];

export type Step = { readonly cursor: string | undefined; readonly trail: Trail };

export function isTrail(value: unknown): value is Trail {
  return Array.isArray(value) && value.every((cursor) => typeof cursor === 'string');
}

export function stepForward(trail: Trail, cursor: string | undefined, nextCursor: string): Step {
  return { cursor: nextCursor, trail: [...trail, cursor ?? ''] };
}

/** One page back. Someone who came by a link in the middle has no trail: the way back is then the first page. */
export function stepBack(trail: Trail): Step {
  return { cursor: trail.at(-1) || undefined, trail: trail.slice(0, -1) };
}
