/** Digits as people write them: between two digits, up to three spaces or marks, or one letter. */
const digitRun = /\d(?:(?:[^\p{L}\d]{0,3}|\p{L})\d){11,}/gu;

/**
 * True if a text contains what looks like a payment card number: 12 to 19 digits, spaced or not, whose check digit
 * is right. A card number must never be stored as the name of a card.
 */
export function looksLikePan(text: string): boolean {
  const runs = inPlainDigits(text).match(digitRun) ?? [];
  return runs.map((run) => run.replace(/\D/g, '')).some(hidesCardNumber);
}

/** The text with the digits of all scripts as 0 to 9, and one blank for several. */
export function inPlainDigits(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, toAscii)
    .replace(/\s+/g, ' ');
}

/** The value of a digit of any script (٤ is 4). In Unicode, the ten digits of each script are consecutive and begin with zero. */
function toAscii(digit: string): string {
  const isDigit = /^\p{Nd}$/u;
  const point = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (isDigit.test(String.fromCodePoint(point - before - 1))) before += 1;
  return String(before % 10);
}

/** The first digits of card numbers, by the length of the number: American Express has 15 digits, Diners Club has 14. */
const beginnings: Readonly<Record<number, RegExp>> = { 14: /^3[0689]/, 15: /^3[47]/, 16: /^[2-6]/, 19: /^[56]/ };

/** True if the whole run, or any part of it with the length and the beginning of a card number, has a correct check digit. */
function hidesCardNumber(digits: string): boolean {
  if (digits.length <= 19 && hasCheckDigit(digits)) return true;
  return Object.entries(beginnings).some(([length, beginning]) =>
    Array.from({ length: Math.max(digits.length - Number(length) + 1, 0) }, (_, start) =>
      digits.slice(start, start + Number(length)),
    ).some((part) => beginning.test(part) && hasCheckDigit(part)),
  );
}

/** ISO/IEC 7812: counted from the right, every second digit is doubled; the digits' sum is a multiple of ten. */
export function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
