/** Thrown while a file is written: nothing of it is kept, and it is refused for this reason. */
export class RefusedFile extends Error {}
