/** Tags that desks write, and character references. A word in angle brackets is none. */
const markup =
  /<\/?(?:a|b|blockquote|body|br|div|em|font|h[1-6]|head|hr|html|i|img|li|ol|p|script|span|strong|style|table|tbody|td|th|tr|u|ul)(?:\s[^<>]*)?\/?>|&(?:#\d{1,6}|#x[\da-f]{1,5}|amp|apos|gt|lt|nbsp|quot|[a-z](?:acute|cedil|circ|grave|tilde|uml));/i;

/** True if a text has tags or character references of HTML: screens would show them as they are. */
export function holdsMarkup(text: string): boolean {
  return markup.test(text);
}
