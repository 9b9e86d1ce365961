/** Which delivery a record came with; decides between two versions of the same thing. */
export interface Provenance {
  fileId: number;
  exportedAt: string;
}

/** Where a record comes from. */
export interface Sourced {
  line: number;
  /** The delivery; absent where it is the one that is being read. */
  origin?: Provenance | undefined;
}
