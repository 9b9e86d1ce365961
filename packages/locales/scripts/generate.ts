import { createRequire } from 'node:module';
import { defaultLocale, type Locale, locales, toBcp47 } from '@tapfolio/domain/locale.ts';
import type { PartName } from '../src/parts.ts';
import { type Catalogues, type Messages, partNames } from './catalogue.ts';
import { keepTogether } from './line-breaks.ts';
import { argsType, readMessage } from './message.ts';

// The package is CommonJS although its declarations promise an ES default export, so `require` loads it.
const require = createRequire(import.meta.url);
const MessageFormat: typeof import('@messageformat/core').default = require('@messageformat/core');
const compileModule: typeof import('@messageformat/core/lib/compile-module.js').default = require('@messageformat/core/lib/compile-module.js');

const header = '// Made by scripts/generate.ts from messages/. Do not edit.\n';
const capital = (part: PartName): string => part[0]?.toUpperCase() + part.slice(1);
const typeName = (part: PartName): string => `${capital(part)}Messages`;

/** A text without arguments, compiled to a function: the string alone is smaller. */
const plainText = /^( *"[^"]+": )\(\) => ("(?:[^"\\]|\\.)*")(?=,?$)/gm;

/** Texts in the order of the default language; a missing text falls back to it. */
function complete(messages: Messages, original: Messages): Messages {
  return Object.fromEntries(Object.entries(original).map(([key, text]) => [key, messages[key] ?? text]));
}

const inLines = (locale: Locale, messages: Messages): Messages =>
  Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, keepTogether(locale, text)]));

function catalogueModule(locale: Locale, part: PartName, messages: Messages): string {
  const format = new MessageFormat(toBcp47(locale), { strictPluralKeys: false });
  const body = compileModule(format, messages)
    .replace('export default {', `export const messages: Catalogue<${typeName(part)}> = {`)
    .replaceAll(plainText, '$1$2');
  const imports = `import type { Catalogue } from '../../translator.ts';\nimport type { ${typeName(part)} } from '../keys.ts';\n`;
  return `${header}${imports}${body.trimEnd()};\n`;
}

function keysModule(originals: Record<PartName, Messages>): string {
  const types = partNames.map((part) => {
    const lines = Object.entries(originals[part]).map(([key, text]) => {
      return `  ${JSON.stringify(key)}: ${argsType(readMessage(text))};\n`;
    });
    return `/** Keys and arguments of the part \`${part}\`. */\nexport type ${typeName(part)} = {\n${lines.join('')}};\n`;
  });
  const web =
    '/** Every text of the browser. */\nexport type WebMessages = PublicMessages & RestMessages & QuestionsMessages & CapsMessages & FaultsMessages;\n';
  return `${header}\n${[...types, web].join('\n')}`;
}

function loaderModule(part: PartName): string {
  const lines = locales.map((locale) => `  ${locale}: () => import('./${locale}/${part}.ts'),\n`);
  return `${header}import type { Locale } from '@tapfolio/domain/locale.ts';
import type { Catalogue } from '../translator.ts';
import type { ${typeName(part)} } from './keys.ts';

const load = {
${lines.join('')}};

/** Loads the part \`${part}\` of one language; each is a module of its own. */
export async function load${capital(part)}(locale: Locale): Promise<Catalogue<${typeName(part)}>> {
  return (await load[locale]()).messages;
}
`;
}

/** Returns every generated file: path below \`src/generated\` to content. */
export function generate(catalogues: Catalogues): Map<string, string> {
  const originals = catalogues[defaultLocale];
  const files = new Map([['keys.ts', keysModule(originals)]]);
  for (const part of partNames) {
    files.set(`${part}.ts`, loaderModule(part));
    for (const locale of locales) {
      const written = complete(catalogues[locale][part], originals[part]);
      const messages = part === 'documents' ? written : inLines(locale, written);
      files.set(`${locale}/${part}.ts`, catalogueModule(locale, part, messages));
    }
  }
  return files;
}
