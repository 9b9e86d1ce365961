import { createServer, type Server } from 'node:net';

/** Lets a server listen on a port of this machine (default: any free port). Returns the port. */
export async function listen(server: Server, wished: number = 0): Promise<number> {
  await new Promise<void>((resolve) => server.listen(wished, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}

/** A port that is free at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
