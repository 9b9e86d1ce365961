/** Digits in whatever dress: up to three blanks or marks, or one letter, between one and the next. */
const digitRun = /\d(?:(?:[^\p{L}\d]{0,3}|\p{L})\d){11,}/gu;

/**
 * Tells whether a text holds what looks like a payment card number: 12 to 19 digits, spaced or not, whose check digit
 * is right. A card number must never be kept as a card's name.
 */
export function looksLikePan(text: string): boolean {
  const runs =
    text
      .normalize('NFKC')
      .replace(/\p{Nd}/gu, toAscii)
      .replace(/\s+/g, ' ')
      .match(digitRun) ?? [];
  return runs.map((run) => run.replace(/\D/g, '')).some(hidesCardNumber);
}

/** Every script has its ten digits in a row, and after the row nothing or another such row: ٤ is a 4 as well. */
function toAscii(digit: string): string {
  const isDigit = /^\p{Nd}$/u;
  const point = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (isDigit.test(String.fromCodePoint(point - before - 1))) before += 1;
  return String(before % 10);
}

/** A run longer than any card number may still hold one. */
function hidesCardNumber(digits: string): boolean {
  if (digits.length <= 19) return hasCheckDigit(digits);
  const starts = Array.from({ length: digits.length - 12 }, (_, start) => start);
  const lengths = [13, 14, 15, 16, 17, 18, 19];
  return starts.some((start) => {
    return lengths.some(
      (length) => start + length <= digits.length && hasCheckDigit(digits.slice(start, start + length)),
    );
  });
}

/** ISO/IEC 7812: counted from the right, every second digit is doubled; the digits' sum is a multiple of ten. */
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
