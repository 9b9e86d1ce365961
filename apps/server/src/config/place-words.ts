import type { Config } from './config.ts';

/** Words that are easy to guess here: the operator's names and those that it lists, such as the city's. */
export function placeWords({ brand, passwordRules }: Config): string[] {
  return wordsOf([
    brand.name,
    brand.productName,
    ...Object.values(brand.productNames),
    'tapfolio',
    ...passwordRules.contextWords,
  ]);
}

/** Names as they are and in parts: an address, for example, by its dots. */
export function wordsOf(names: readonly string[]): string[] {
  const words = names.flatMap((name) => [name, ...name.split(/[\s@._+-]+/)]);
  return [...new Set(words)].filter((word) => word.length > 2);
}
