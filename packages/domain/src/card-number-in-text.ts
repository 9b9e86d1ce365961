import { hasCheckDigit, inPlainDigits } from './luhn.ts';

/** Digits in groups, as people write them: between two groups are one to three blanks or marks, or one letter. */
const groupRun = /\d+(?:(?:[^\p{L}\d]{1,3}|[^\p{L}\d]?\p{L}[^\p{L}\d]?)\d+)*/gu;

/** Eight pairs of digits with the same mark between all of them, and no ninth. Others are days and times, or a list of lines. */
const pairRun = /(?<!\d|\d[-. ])\d\d([-. ])\d\d(?:\1\d\d){6}(?![-. ]?\d)/g;

/** The first digits of the schemes, by how many digits their numbers have: American Express has 15, Diners Club has 14. */
const ofSixteen = /^(?:4|5[0-8]|6|35|2[2-7])/;
const ofNineteen = /^(?:4|5[0-8]|6)/;
const ofFifteen = /^3[47]/;
const ofFourteen = /^3(?:0[0-5]|[689])/;

/** Digits one by one, also in boxes. */
const apart = (digits: number): number[] => Array.from({ length: digits }, () => 1);

/** How the numbers of cards are written: the lengths of their groups, and their first digits. */
const forms: readonly { readonly groups: readonly number[]; readonly beginning: RegExp }[] = [
  { groups: [16], beginning: ofSixteen },
  { groups: [4, 4, 4, 4], beginning: ofSixteen },
  { groups: [8, 8], beginning: ofSixteen },
  { groups: apart(16), beginning: ofSixteen },
  { groups: [19], beginning: ofNineteen },
  { groups: [4, 4, 4, 4, 3], beginning: ofNineteen },
  { groups: apart(19), beginning: ofNineteen },
  { groups: [15], beginning: ofFifteen },
  { groups: [4, 6, 5], beginning: ofFifteen },
  { groups: [4, 4, 4, 3], beginning: ofFifteen },
  { groups: apart(15), beginning: ofFifteen },
  { groups: [4, 6, 4], beginning: ofFourteen },
  { groups: [4, 4, 4, 2], beginning: ofFourteen },
  { groups: apart(14), beginning: ofFourteen },
];

const inPairs: typeof forms = [{ groups: [2, 2, 2, 2, 2, 2, 2, 2], beginning: ofSixteen }];

/** A number of Diners Club as one word. A longer word, or one with the prefix of a statement, is a statement reference. */
const dinersWord = /(?<![\p{L}\d*])\d{14}(?![\p{L}\d])/gu;

const inOneWord: typeof forms = [{ groups: [14], beginning: ofFourteen }];

/**
 * True if a text of several sentences contains what people write as the number of a payment card. A name is judged by `looksLikePan`, which is
 * stricter: days, times and amounts one after the other would often be taken for a card number there. A statement reference has 13 or 14 characters
 * in a row, like the number of a Diners Club card: such a word of digits counts only with the first digits of that scheme.
 */
export function holdsCardNumber(text: string): boolean {
  const plain = inPlainDigits(text);
  return (
    hasForm(plain.match(groupRun), forms) ||
    hasForm(plain.match(pairRun), inPairs) ||
    hasForm(plain.match(dinersWord), inOneWord)
  );
}

/** Whether in a run some groups one after the other have one of the forms, and the check digit is right. */
function hasForm(runs: readonly string[] | null, ofNumbers: typeof forms): boolean {
  return (runs ?? []).some((run) => isOfForm(run.match(/\d+/g) ?? [], ofNumbers));
}

function isOfForm(groups: readonly string[], ofNumbers: typeof forms): boolean {
  return groups.some((_, start) =>
    ofNumbers.some(({ groups: lengths, beginning }) => {
      const part = groups.slice(start, start + lengths.length);
      if (part.length < lengths.length || part.some((group, index) => group.length !== lengths[index])) return false;
      const digits = part.join('');
      return beginning.test(digits) && hasCheckDigit(digits);
    }),
  );
}
