const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};

/** Fills a field as the scripts of password managers do: the page sees no key, and only learns of the change. */
export function fillAtOnce(field: Element, text: string): void {
  set?.call(field, text);
  field.dispatchEvent(new Event('change', { bubbles: true }));
}
