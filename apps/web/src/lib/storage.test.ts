import { beforeEach, describe, expect, test, vi } from 'vitest';
import { freshStorage } from '../../test/browser-globals.ts';
import { isRecord } from './is-record.ts';
import { readStored, removeStored, writeStored } from './storage.ts';

const key = '_sbdat';

describe('stored values', () => {
  let local: Storage;
  beforeEach(() => {
    ({ local } = freshStorage());
  });

  test('are read as they were written, also with accents, and are stored encoded and versioned [WEB-03]', () => {
    writeStored(key, { name: 'Élodie – ¥€' });

    expect(local.getItem(key)).toMatch(/^v1\.[\w-]+$/);
    expect(readStored(key, isRecord)).toEqual({ name: 'Élodie – ¥€' });
  });

  test.each([
    ['cut short', (text: string) => text.slice(0, -3)],
    ['of another version', (text: string) => text.replace('v1.', 'v9.')],
    ['no encoding at all', () => '{"name":"x"}'],
    ['bytes that are no text', () => 'v1._____w'],
    ['empty', () => ''],
  ])('that are %s count as missing and are removed [WEB-03]', (_, damage) => {
    writeStored(key, { name: 'Maya' });
    local.setItem(key, damage(local.getItem(key) ?? ''));

    expect(readStored(key, isRecord)).toBeUndefined();
    expect(local.getItem(key)).toBeNull();
  });

  test('of the wrong shape are removed', () => {
    writeStored(key, ['a list']);

    expect(readStored(key, isRecord)).toBeUndefined();
    expect(local.getItem(key)).toBeNull();
  });

  test('work with a storage that is full', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem: () => {
        throw new Error('full');
      },
      removeItem: () => undefined,
    });

    expect(() => writeStored(key, 1)).not.toThrow();
    expect(() => removeStored(key)).not.toThrow();
  });

  test('are missing if each access to the storage fails, as with a damaged profile', () => {
    const fail = () => {
      throw new Error('corrupted');
    };
    vi.stubGlobal('localStorage', { getItem: fail, setItem: fail, removeItem: fail });

    expect(() => writeStored(key, 1)).not.toThrow();
    expect(readStored(key, isRecord)).toBeUndefined();
    expect(() => removeStored(key)).not.toThrow();
  });
});
