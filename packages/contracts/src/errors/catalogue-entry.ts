/** One code of a family of the specification (§8). */
export interface CatalogueEntry {
  /** The HTTP status that an answer with this code has. */
  readonly status: number;
  /** When the code is answered, for engineers and for operators who call us. */
  readonly means: string;
  /** What the specification gives: number and meaning, or the meaning only. Everything else is ours. */
  readonly given?: 'number' | 'meaning';
  /** Why no call answers with the code today; its text exists all the same. Of system codes the calls' fields tell it. */
  readonly textOnly?: string;
}
