/** An operator's code for comparisons: leading zeros and case make no difference. */
export function plainCode(code: string): string {
  return code.toUpperCase().replace(/^0+(?=.)/, '');
}
