/**
 * Text from a person that screens show: no control, bidirectional or zero-width characters, no half of a surrogate pair, and at
 * least one visible character unless the text is empty.
 */
export const shownText = /^(?:(?=.*[^\s\p{Default_Ignorable_Code_Point}\u2800])[^\p{C}\u2028\u2029]+)?$/u;

/** Characters of the name of a card or a passkey. */
export const maxCardName = 40;

/** True if a card or a passkey can have this name. The text must be trimmed. */
export function isCardName(text: string): boolean {
  return text !== '' && text.length <= maxCardName && shownText.test(text);
}
