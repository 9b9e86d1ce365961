import { parse, type Token } from '@messageformat/parser';

/** What an argument of a message must be, as TypeScript source. */
export type ArgTypes = Record<string, string>;

/** One plural (or ordinal) inside a message: its cases, without the `=0` kind. */
export interface PluralUse {
  readonly ordinal: boolean;
  readonly categories: readonly string[];
}

/** The arguments and plurals of a message, read from its ICU text. */
export interface MessageShape {
  readonly args: ArgTypes;
  readonly plurals: readonly PluralUse[];
}

const plainType = 'string | number';

/** Reads the arguments and plurals of an ICU message; throws on bad syntax and on formats that the project does not use. */
export function readMessage(text: string): MessageShape {
  const args: ArgTypes = {};
  const plurals: PluralUse[] = [];
  const note = (name: string, type: string): void => {
    const known = args[name];
    if (known === undefined || known === plainType) args[name] = type;
    else if (type !== plainType && known !== type) throw new Error(`{${name}} is used as ${known} and as ${type}`);
  };
  const walk = (tokens: readonly Token[]): void => {
    for (const token of tokens) {
      if (token.type === 'argument') note(token.arg, plainType);
      else if (token.type === 'function') note(token.arg, numberFormat(token.key));
      else if (token.type === 'select') {
        note(token.arg, token.cases.map(({ key }) => `'${key}'`).join(' | '));
      } else if (token.type === 'plural' || token.type === 'selectordinal') {
        note(token.arg, 'number');
        const categories = token.cases.map(({ key }) => key).filter((key) => !key.startsWith('='));
        plurals.push({ ordinal: token.type === 'selectordinal', categories });
      }
      if ('cases' in token) for (const { tokens: inner } of token.cases) walk(inner);
    }
  };
  walk(parse(text));
  return { args, plurals };
}

/** Dates and money are formatted by `formats.ts` and `domain/money.ts` before they reach a message. */
function numberFormat(format: string): string {
  if (format !== 'number') throw new Error(`{…, ${format}} is not used here: format the value before`);
  return 'number';
}

/** Writes the arguments of a message as a type; `undefined` when it takes none. */
export function argsType({ args }: MessageShape): string {
  const names = Object.keys(args).sort();
  return names.length === 0 ? 'undefined' : `{ ${names.map((name) => `${name}: ${args[name]}`).join('; ')} }`;
}
