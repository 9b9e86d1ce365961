const controls = /\p{C}/gu;

/** Prints a line for a person. */
export function say(line: string): void {
  process.stdout.write(`${spelled(line)}\n`);
}

/**
 * A line for an administrator's terminal. It contains names and texts of deliveries, which must neither control the terminal nor add
 * lines of their own: control characters are written as JSON escapes.
 */
export function spelled(line: string): string {
  return line.replace(controls, (character) => character.replace(/./gs, spellUnit));
}

function spellUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
