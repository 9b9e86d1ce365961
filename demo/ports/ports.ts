import { createSocket, type Socket } from 'node:dgram';
import { type AddressInfo, createServer, type Server } from 'node:net';

const loopback = '127.0.0.1';
const mostAttempts = 20;

/** Listens on the preferred port of this machine, or on any free port if it is taken. Returns the port. */
export async function listenNear(server: Server, wished: number): Promise<number> {
  return await listen(server, wished, loopback).catch(() => listen(server, 0, loopback));
}

export interface ClaimedPort {
  readonly port: number;
  release(): void;
}

/**
 * Reserves the preferred port, or any free port if it is taken, for a server that listens on it later but whose address must be
 * known now. Until the server listens, a second world that starts at the same time could find the port free too. The UDP port
 * of the same number serves as a lock: only one process can bind it, and no service uses it.
 */
export async function claimPort(wished: number, host: string): Promise<ClaimedPort> {
  let port = wished;
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    const claimed = port === 0 ? undefined : await tryClaim(port, host);
    if (claimed !== undefined) return claimed;
    port = (await freePort(0, host)) ?? 0;
  }
  throw new Error('no port is free');
}

async function tryClaim(port: number, host: string): Promise<ClaimedPort | undefined> {
  const claim = await bind(port);
  if (claim === undefined) return undefined;
  if ((await freePort(port, host)) !== undefined) return { port, release: () => claim.close() };
  claim.close();
  return undefined;
}

async function bind(port: number): Promise<Socket | undefined> {
  const socket = createSocket('udp4').unref();
  return await new Promise((resolve) => {
    socket.once('error', () => {
      socket.close();
      resolve(undefined);
    });
    socket.bind({ port, address: loopback, exclusive: true }, () => resolve(socket));
  });
}

/** Returns the port if a server can listen on it now. */
async function freePort(port: number, host: string): Promise<number | undefined> {
  const probe = createServer();
  const found = await listen(probe, port, host).catch(() => undefined);
  if (found !== undefined) await new Promise((resolve) => probe.close(resolve));
  return found;
}

async function listen(server: Server, port: number, host: string): Promise<number> {
  return await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.removeListener('error', reject);
      // A listening TCP server always has an AddressInfo.
      resolve((server.address() as AddressInfo).port);
    });
  });
}
