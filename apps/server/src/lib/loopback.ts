/** Is this an address of the machine itself? What is sent there cannot be read or changed on the way. */
export function isLoopback({ hostname }: URL): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
