import { readStored, storageKeys, writeStored } from '../../lib/storage.ts';

const isId = (value: unknown): value is number => Number.isInteger(value);

/** The card whose history was shown last on this device; removed at sign-out. */
export const chosenCard = (): number | undefined => readStored(storageKeys.chosenCard, isId);

export function rememberCard(id: number): void {
  writeStored(storageKeys.chosenCard, id);
}
