const controls = /[^\P{C}\n]/gu;

/**
 * Prints lines for a person. Names and texts of deliveries stand in them, and who delivers must not write to the administrator's
 * terminal: characters that it would obey are spelled as in JSON.
 */
export function say(text: string): void {
  process.stdout.write(`${text.replace(controls, (character) => character.replace(/./gs, spelled))}\n`);
}

function spelled(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
