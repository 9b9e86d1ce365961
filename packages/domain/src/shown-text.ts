/**
 * Text that a person gives to be shown: no control, bidirectional or zero-width characters, no half of a character, and when
 * there is anything, then something to see.
 */
export const shownText = /^(?:(?=.*[^\s\p{Default_Ignorable_Code_Point}\u2800])[^\p{C}\u2028\u2029]+)?$/u;

/** Characters of the name of a card or a passkey. */
export const maxCardName = 40;

/** Can a card or a passkey be called so? Blanks around it must be gone. */
export function isCardName(text: string): boolean {
  return text !== '' && text.length <= maxCardName && shownText.test(text);
}
