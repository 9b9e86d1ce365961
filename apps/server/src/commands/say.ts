const controls = /[^\P{C}\n]/gu;

/**
 * Prints lines for a person. They contain names and texts of deliveries, which must not control the administrator's terminal:
 * control characters are written as JSON escapes.
 */
export function say(text: string): void {
  process.stdout.write(`${text.replace(controls, (character) => character.replace(/./gs, spelled))}\n`);
}

function spelled(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
