import { describe, expect, it } from 'vitest';
import { sha256 } from './hashing.ts';
import { seal, unseal } from './sealing.ts';

const secret = sha256('a secret for tests');
const text = 'Élodie <elodie@example.org>';

describe('a sealed text', () => {
  it('can be read again with the same secret and purpose', () => {
    expect(unseal(secret, 'mail', seal(secret, 'mail', text))).toBe(text);
  });

  it('differs each time and shows nothing of the text', () => {
    const sealed = seal(secret, 'mail', text);

    expect(seal(secret, 'mail', text)).not.toBe(sealed);
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('elodie');
  });

  it.each([
    ['with another secret', (sealed: string) => unseal(sha256('another'), 'mail', sealed)],
    ['for another purpose', (sealed: string) => unseal(secret, 'receipt', sealed)],
    [
      'once it was changed',
      (sealed: string) => unseal(secret, 'mail', `${sealed.startsWith('A') ? 'B' : 'A'}${sealed.slice(1)}`),
    ],
    ['cut short', (sealed: string) => unseal(secret, 'mail', sealed.slice(0, 20))],
  ])('cannot be read %s', (_how, read) => {
    expect(() => read(seal(secret, 'mail', text))).toThrow();
  });
});
