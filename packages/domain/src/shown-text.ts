/** A character that can be seen or is a space. */
const shown = String.raw`[^\p{C}\p{Default_Ignorable_Code_Point}\u2028\u2029]`;

/** Scripts in which an invisible joiner changes the letters beside it, so that some names need one. */
const joining = String.raw`[\p{Script=Arabic}\p{Script=Bengali}\p{Script=Devanagari}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Oriya}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}]`;

/** Invisible characters where they change the look of their neighbours: in emoji, ideographs and the joining scripts. */
const joiners = [
  String.raw`(?<=[\p{Extended_Pictographic}\p{Ideographic}])\p{Variation_Selector}`,
  String.raw`(?<=[#*\d])\uFE0F(?=\u20E3)`,
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})`,
  `(?<=${joining})[\\u200C\\u200D](?=${joining})`,
];

/** A letter of any script has fewer marks. With more of them it covers the lines above and below, and what another person wrote there. */
const noHeap = String.raw`(?![^]*\p{M}{9})`;

/** At least one of these characters is visible, unless the text is empty. */
function textOf(characters: readonly string[]): RegExp {
  const visible = String.raw`(?=[^]*[^\s\p{Default_Ignorable_Code_Point}\u2800])`;
  return new RegExp(`^(?:${visible}${noHeap}(?:${characters.join('|')})+)?$`, 'u');
}

/**
 * Text from a person that screens show: no control or bidirectional characters, no half of a surrogate pair, no invisible character
 * except where it changes the look of its neighbours, no heap of marks on one letter, and at least one visible character unless the text is empty.
 */
export const shownText = textOf([shown, ...joiners]);

/** The same with line breaks: what a person writes into a field of several lines. */
export const writtenText = textOf([shown, ...joiners, '\n']);

/** The line breaks of all systems as one character, and tabs as blanks: no field shows a difference. */
export function plainBreaks(text: string): string {
  return text.replace(/\r\n?/g, '\n').replaceAll('\t', ' ');
}

/** Characters of the name of a card or a passkey. */
export const maxCardName = 40;

/** True if a card or a passkey can have this name. The text must be trimmed. */
export function isCardName(text: string): boolean {
  return text !== '' && text.length <= maxCardName && shownText.test(text);
}
