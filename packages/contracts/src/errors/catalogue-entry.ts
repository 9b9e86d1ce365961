/** What is known of one error code. */
export interface CatalogueEntry {
  /** The HTTP status that an answer with this code has. */
  readonly status: number;
  /** When a call answers with the code: for engineers, and for operators who call the server. */
  readonly means: string;
  /** The details that an answer carries beside the code, as `details<…>()`. Without it the code has none. */
  readonly details?: Details<never>;
  /** What the specification defines: number and meaning (`number`), or only the meaning. Everything else is chosen here. */
  readonly given?: 'number' | 'meaning';
  /** Why no call answers with the code today, although its text exists. For system codes, `answered-codes.ts` computes it. */
  readonly textOnly?: string;
}

/** Codes with their entries. */
export type CatalogueEntries = Readonly<Record<string, CatalogueEntry>>;

/** The type of an error's details, for the compiler. */
export interface Details<Shape> {
  /** Never there. */
  readonly carries?: (details: Shape) => void;
}

/** Says of which type the details of a code are. */
export function details<Shape>(): Details<Shape> {
  return {};
}

/** The caller may try again after this time. */
export type Wait = { retryAfterSeconds: number };
