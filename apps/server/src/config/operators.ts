import type { Operator } from './config.operator.ts';
import { homeOperator } from './home-operator.ts';

/** Finds operators by the code that files carry. */
export class Operators {
  readonly list: readonly Operator[];
  readonly home: Operator;
  readonly #byCode: Map<string, Operator>;
  readonly #merchants: ReadonlySet<string>;
  /** By codes in the form for comparisons, if no code is written exactly like this; two operators with the same form are not found by it. */
  readonly #byPlainCode = new Map<string, Operator | undefined>();

  /** @throws Error unless one of them is at home; the configuration's schema sees to that. */
  constructor(list: readonly Operator[]) {
    this.list = list;
    this.#merchants = new Set(list.flatMap(({ merchantNumbers = [] }) => merchantNumbers.map(plainCode)));
    this.home = homeOperator(list);
    const named = list.flatMap((operator) =>
      [operator.code, ...(operator.aliases ?? [])].map((code) => ({ code, operator })),
    );
    this.#byCode = new Map(named.map(({ code, operator }) => [code, operator]));
    for (const { code, operator } of named) {
      const plain = plainCode(code);
      const isShared = this.#byPlainCode.has(plain) && this.#byPlainCode.get(plain) !== operator;
      this.#byPlainCode.set(plain, isShared ? undefined : operator);
    }
  }

  /** The operator with this code or alias. `077` finds `77`, and `oct` finds `OCT`, unless two operators would be found. */
  find(code: string): Operator | undefined {
    return this.#byCode.get(code) ?? this.#byPlainCode.get(plainCode(code));
  }

  /** Whether a row of the bank is of another merchant than all operators; false where no operator names its numbers. */
  isOtherMerchant(number: string): boolean {
    return this.#merchants.size > 0 && !this.#merchants.has(plainCode(number));
  }
}

/** An operator's code for comparisons: leading zeros and case make no difference. */
export function plainCode(code: string): string {
  return code.toUpperCase().replace(/^0+(?=.)/, '');
}
