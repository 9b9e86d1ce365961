const stopNumber = /^\d[\d.:-]*$/;
const uuid = /^([\da-f]{8})-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** What to show instead of a delivered "name" of a stop that is no name: its number, or the beginning of its UUID. Undefined for a name. */
export function stopIdOf(name: string): string | undefined {
  return uuid.exec(name)?.[1] ?? stopNumber.exec(name)?.[0];
}
