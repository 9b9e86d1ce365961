/** What a command has to say at its end. */
export interface Outcome {
  /** Whether the program ends with 0. */
  readonly isGood: boolean;
  /** Printed as the last line, in JSON. */
  readonly summary: object;
}
