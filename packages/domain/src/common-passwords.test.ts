import { describe, expect, it } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

describe('isCommonPassword', () => {
  it.each([
    'password',
    'passwordpassword',
    'P4ssw0rd-P4ssw0rd!',
    'password12345678',
    '123456789012345',
    'qwertyuiopasdfgh',
    'aaaaaaaaaaaaaaaa',
    'abcabcabcabcabca',
    'xkqzzkxqqzkxxqkz',
    'kb7#Vq2!kb7#Vq2!',
    'Lm9pRLm9pRLm9pRL',
    'iloveyou20242025',
    'sunshineprincess',
    'correcthorsebatterystaple',
    'MotDePasse123456',
    'zyxwvutsrqponmlk',
    'Ottawa2026Canada!',
    '2468101214161820',
  ])('knows %s', (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  it.each([
    'ferries-run-on-sundays-too',
    'the-ninth-bus-is-always-late',
    'kb7#Vq2!xLm9pR4w',
    'xkqzvvzkxqqvzkxx',
    'krowa w kropki bordo',
    'die-linie-neun-kommt-nie',
    'mon chat dort sur le clavier',
  ])('does not know %s', (password) => {
    expect(isCommonPassword(password)).toBe(false);
  });

  it('compares only as many characters as the longest password has, also if one character stands for several', () => {
    const costOf = (password: string): number => {
      const before = process.threadCpuUsage();
      for (let time = 0; time < 20; time += 1) isCommonPassword(password);
      return process.threadCpuUsage(before).user / 1000;
    };

    const longest = costOf('\uFDFA'.repeat(512));

    expect(longest).toBeLessThan(20 * costOf('\u0635'.repeat(256)) + 50);
  });
});
