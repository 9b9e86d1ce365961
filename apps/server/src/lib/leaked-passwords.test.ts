import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, it } from 'vitest';
import { goodPassword } from '../../test/factories/credentials.ts';
import { isLeakedPassword } from './leaked-passwords.ts';

const entries = dictionary['passwords-common'].map(String);

describe('isLeakedPassword', () => {
  it('knows more than three thousand passwords of the shortest length an operator may allow', () => {
    const allowed = entries.filter((entry) => entry.length >= 8);

    expect(allowed.length).toBeGreaterThan(3000);
    expect(allowed.filter((entry) => !isLeakedPassword(entry))).toEqual([]);
  });

  it('knows more than three thousand of the shipped length: entries joined, doubled and counted up', () => {
    const parts = entries.filter((entry) => entry.length >= 8).slice(0, 3000);

    const joined = parts.map((part, index) => `${part}${parts[(index * 7 + 1) % parts.length]}`);

    expect(joined.filter((password) => !isLeakedPassword(password))).toEqual([]);
    expect(isLeakedPassword('Liverpool-Liverpool-2026!')).toBe(true);
    expect(isLeakedPassword('1qazxsw23edcvfr4')).toBe(true);
  });

  it.each([
    goodPassword,
    'the-ninth-bus-is-always-late',
    'kb7#Vq2!xLm9pR4w',
    'krowa w kropki bordo',
    'die-linie-neun-kommt-nie',
    'mon chat dort sur le clavier',
    'una gondola per due persone',
    'električka mešká desať minút',
  ])('lets a phrase of one’s own pass: %s', (password) => {
    expect(isLeakedPassword(password)).toBe(false);
  });

  it('takes no time worth measuring for the longest password', () => {
    const started = performance.now();

    for (let time = 0; time < 100; time += 1) isLeakedPassword('liverpoo'.repeat(16));

    expect(performance.now() - started).toBeLessThan(500);
  });

  it('takes no longer for characters that stand for eighteen others', () => {
    const started = performance.now();

    for (let time = 0; time < 100; time += 1) isLeakedPassword('\uFDFA'.repeat(128));

    expect(performance.now() - started).toBeLessThan(500);
  });
});
