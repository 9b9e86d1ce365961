import type { Config } from './config.ts';

/**
 * Where the data-protection terms can be read, per language: those that a consent is about, so that a passenger never agrees to another
 * version than the one shown. Undefined if the operator names no address.
 */
export function addressesOfTerms({
  links,
  consent,
}: Pick<Config, 'links' | 'consent'>): Config['links']['dataProtection'] {
  return Object.keys(consent.url).length > 0 ? consent.url : links.dataProtection;
}
