/** Saves a downloaded document on the person's device, under a name that says what it is. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers read the address only after this turn of the event loop.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
