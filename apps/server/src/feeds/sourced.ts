import type { Provenance } from './writer/provenance.ts';

/** Where a record comes from. */
export interface Sourced {
  line: number;
  /** The delivery; absent where it is the one that is being read. */
  origin?: Provenance | undefined;
}
