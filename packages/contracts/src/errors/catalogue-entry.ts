/** One code of a family of the specification (§8). */
export interface CatalogueEntry {
  /** The HTTP status that an answer with this code has. */
  readonly status: number;
  /** When a call answers with the code: for engineers, and for operators who call the server. */
  readonly means: string;
  /** What the specification defines: number and meaning (`number`), or only the meaning. Everything else is chosen here. */
  readonly given?: 'number' | 'meaning';
  /** Why no call answers with the code today, although its text exists. For system codes, `answered-codes.ts` computes it. */
  readonly textOnly?: string;
}
