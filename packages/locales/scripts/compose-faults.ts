import { systemFaults, unknownSentence } from '@tapfolio/contracts/errors/system-codes.ts';

/**
 * Makes the texts of the codes TM0001 to TM0220 from a sentence for each fault and a name for each thing. The name is the object
 * of the sentence, so it is in the accusative with its article and no other word has to agree with it.
 * @param texts The file `things.json` of one language: `things.missing`, `things.thing_card` and so on.
 * @throws if a sentence or a name is missing.
 */
export function composeFaults(texts: Readonly<Record<string, string>>): Record<string, string> {
  const named = (key: string): string => {
    const text = texts[`things.${key}`];
    if (text === undefined) throw new Error(`things.json lacks ${key}`);
    return text;
  };
  const composed = systemFaults.map(({ thing, fault, code }) => {
    const sentence = named(fault === 'unknown' ? unknownSentence(thing) : fault);
    return [`faults.${code}`, sentence.replace('{thing}', named(`thing_${thing}`))] as const;
  });
  return Object.fromEntries(composed);
}
