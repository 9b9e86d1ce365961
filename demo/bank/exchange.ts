import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import type { Ledger } from './ledger.ts';
import type { Messenger } from './messages.ts';

/** One call to the sandbox bank and what is needed to answer it. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  ledger: Ledger;
  messenger: Messenger;
  /** The portal's key. */
  key: string;
  /** Lines on a page of the report. */
  reportLines: number;
}

const longestBodyBytes = 10_000_000;

/** The body as text. @throws when it is too long. */
export async function readText(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request) {
    const buffer = Buffer.from(part);
    bytes += buffer.length;
    if (bytes > longestBodyBytes) throw new Error('the body is too long');
    parts.push(buffer);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** The body as JSON of this shape; undefined when it is something else. */
export async function readJson<Shape extends z.ZodType>(
  request: IncomingMessage,
  shape: Shape,
): Promise<z.output<Shape> | undefined> {
  const read = z
    .string()
    .transform((text) => JSON.parse(text))
    .pipe(shape);
  const text = await readText(request);
  try {
    return read.parse(text);
  } catch {
    return undefined;
  }
}

/** Answers with a body in JSON. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
