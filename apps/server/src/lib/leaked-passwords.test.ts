import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, it } from 'vitest';
import { goodPassword } from '../../test/factories/credentials.ts';
import { isLeakedPassword } from './leaked-passwords.ts';

const entries = dictionary['passwords-common'].map(String);

async function notKnown(passwords: readonly string[]): Promise<string[]> {
  const found = await Promise.all(passwords.map(isLeakedPassword));
  return passwords.filter((_, index) => !found[index]);
}

describe('isLeakedPassword', () => {
  it('knows more than three thousand passwords of the shortest length that an operator may allow', async () => {
    const allowed = entries.filter((entry) => entry.length >= 8);

    expect(allowed.length).toBeGreaterThan(3000);
    expect(await notKnown(allowed)).toEqual([]);
  });

  it('knows more than three thousand of the default length: entries joined, doubled and counted up', async () => {
    const parts = entries.filter((entry) => entry.length >= 8).slice(0, 3000);

    const joined = parts.map((part, index) => `${part}${parts[(index * 7 + 1) % parts.length]}`);

    expect(await notKnown([...joined, 'Liverpool-Liverpool-2026!', '1qazxsw23edcvfr4'])).toEqual([]);
  });

  it('knows one with three further letters, and none with four', async () => {
    expect(await isLeakedPassword('xliverpoolqz')).toBe(true);
    expect(await isLeakedPassword('xliverpoolqzx')).toBe(false);
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
  ])('lets a phrase of one’s own pass: %s', async (password) => {
    expect(await isLeakedPassword(password)).toBe(false);
  });

  it.each([
    ['the longest password', 'liverpoo'.repeat(16)],
    ['characters that stand for eighteen others', '\uFDFA'.repeat(128)],
  ])('needs little time of the processor for %s', async (_, password) => {
    const before = process.threadCpuUsage();

    for (let time = 0; time < 100; time += 1) await isLeakedPassword(password);

    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(500);
  });
});
