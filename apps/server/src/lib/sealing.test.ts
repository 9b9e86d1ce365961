import { describe, expect, it } from 'vitest';
import { sha256 } from './hashing.ts';
import { seal, unseal } from './sealing.ts';

const key = sha256('a key for tests');
const text = 'Élodie <elodie@example.org>';

describe('a sealed text', () => {
  it('can be read again with the same key', () => {
    expect(unseal(key, seal(key, text))).toBe(text);
  });

  it('differs each time and does not contain the text', () => {
    const sealed = seal(key, text);

    expect(seal(key, text)).not.toBe(sealed);
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('elodie');
  });

  it.each([
    ['with another key', (sealed: string) => unseal(sha256('another'), sealed)],
    ['once it was changed', (sealed: string) => unseal(key, `${sealed.startsWith('A') ? 'B' : 'A'}${sealed.slice(1)}`)],
    ['cut short', (sealed: string) => unseal(key, sealed.slice(0, 20))],
  ])('cannot be read %s', (_how, read) => {
    expect(() => read(seal(key, text))).toThrow();
  });
});
