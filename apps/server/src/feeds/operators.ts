/** An operator as configured; the writer keeps the same facts in the table `operators`. */
export interface Operator {
  code: string;
  name: string;
  timeZone: string;
  dayCut: string;
  currency: string;
  home: boolean;
}

/** Finds operators by the code that files carry. */
export class Operators {
  readonly list: readonly Operator[];
  readonly home: Operator;
  readonly #byCode: Map<string, Operator>;

  /** @throws Error unless one of them is at home; the configuration's schema sees to that. */
  constructor(list: readonly Operator[]) {
    const home = list.find((operator) => operator.home);
    if (!home) throw new Error('No operator is at home');
    this.list = list;
    this.home = home;
    this.#byCode = new Map(list.map((operator) => [operator.code, operator]));
  }

  find(code: string): Operator | undefined {
    return this.#byCode.get(code);
  }
}
