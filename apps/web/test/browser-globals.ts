import { vi } from 'vitest';

/** A storage like the browser's, for tests that run in Node. */
class MemoryStorage implements Storage {
  private readonly values = new Map<string, string>();
  get length(): number {
    return this.values.size;
  }
  clear(): void {
    this.values.clear();
  }
  getItem(key: string): string | null {
    return this.values.get(key) ?? null;
  }
  key(index: number): string | null {
    return [...this.values.keys()][index] ?? null;
  }
  removeItem(key: string): void {
    this.values.delete(key);
  }
  setItem(key: string, value: string): void {
    this.values.set(key, value);
  }
}

/** Gives the test a fresh local and session storage; call it before each test. */
export function freshStorage(): { local: Storage; session: Storage } {
  const storages = { local: new MemoryStorage(), session: new MemoryStorage() };
  vi.stubGlobal('localStorage', storages.local);
  vi.stubGlobal('sessionStorage', storages.session);
  return storages;
}
