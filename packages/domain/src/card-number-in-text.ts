import { hasCheckDigit, inPlainDigits } from './luhn.ts';

/** Digits in groups, as people write them: between two groups are one to three blanks or marks. */
const groupRun = /\d+(?:[^\p{L}\d]{1,3}\d+)*/gu;

/** The first digits of the schemes with numbers of 16 digits, and of those with numbers of 19. */
const ofSixteen = /^(?:4|5[0-8]|6|35|2[2-7])/;
const ofNineteen = /^(?:4|5[0-8]|6)/;
const ofDiners = /^3(?:0[0-5]|[689])/;

/** How the numbers of cards are written: the lengths of their groups, and their first digits. */
const forms: readonly { readonly groups: readonly number[]; readonly beginning: RegExp }[] = [
  { groups: [16], beginning: ofSixteen },
  { groups: [4, 4, 4, 4], beginning: ofSixteen },
  { groups: [8, 8], beginning: ofSixteen },
  { groups: [19], beginning: ofNineteen },
  { groups: [4, 4, 4, 4, 3], beginning: ofNineteen },
  { groups: [15], beginning: /^3[47]/ },
  { groups: [4, 6, 5], beginning: /^3[47]/ },
  { groups: [4, 6, 4], beginning: ofDiners },
];

/** A number of Diners Club as one word. A longer word, or one with the prefix of a statement, is a statement reference. */
const dinersWord = /(?<![\p{L}\d*])\d{14}(?![\p{L}\d])/gu;

/**
 * True if a text of several sentences contains what people write as the number of a payment card. A name is judged by `looksLikePan`, which is
 * stricter: days, times and amounts one after the other would often be taken for a card number there. A statement reference has 13 or 14 characters
 * in a row, like the number of a Diners Club card: such a word of digits counts only with the first digits of that scheme.
 */
export function holdsCardNumber(text: string): boolean {
  const plain = inPlainDigits(text);
  const runs = plain.match(groupRun) ?? [];
  const words = plain.match(dinersWord) ?? [];
  return (
    runs.some((run) => hasForm(run.match(/\d+/g) ?? [])) ||
    words.some((word) => ofDiners.test(word) && hasCheckDigit(word))
  );
}

/** Whether some groups one after the other have one of the forms, and the check digit is right. */
function hasForm(groups: readonly string[]): boolean {
  return groups.some((_, start) =>
    forms.some(({ groups: lengths, beginning }) => {
      const part = groups.slice(start, start + lengths.length);
      if (part.length < lengths.length || part.some((group, index) => group.length !== lengths[index])) return false;
      const digits = part.join('');
      return beginning.test(digits) && hasCheckDigit(digits);
    }),
  );
}
