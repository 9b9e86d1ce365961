/** Is this an address of the machine itself? Nobody in between can read or change what is sent there. */
export function isLoopback({ hostname }: URL): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
