import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import { replaceFile } from '../../scripts/files/replace-file.ts';
import { listenNear } from '../ports/ports.ts';
import { answerPage, type Counter } from './page-routes.ts';
import type { TravelDay } from './travel-day.ts';

/** The invented operator's own system: it is told of payments, and says so in its next delivery. */
export interface BackOffice {
  /** Where it takes the portal's messages. */
  url: string;
  /** The page that gives money back and shows what it was told. */
  pageUrl: string;
  /** What the portal signs its messages with. */
  signingKey: string;
  /** Days whose debt was paid and that no delivery has said so of; `delivered` is called once one has. */
  recovered(refusedDay: (srid: string) => TravelDay | undefined): { days: TravelDay[]; delivered(): void };
  /** Whether the portal told it that the unpaid fare with this statement reference was paid. */
  isPaid(srid: string): boolean;
  /** From now on its page gives money back. */
  serve(counter: Counter): void;
  close(): Promise<void>;
}

/** Of a message what this back office makes use of. */
const message = z.object({
  messageId: z.uuid(),
  sequence: z.object({ of: z.uuid(), number: z.int() }),
  kind: z.enum(['access_denied', 'access_requested', 'access_not_granted', 'access_granted']),
  statementReference: z.string(),
});
type Message = z.output<typeof message>;

const messagesPath = '/messages';

/** What it remembers from one start to the next. */
const memory = z.object({
  /** The last message taken of each card. */
  taken: z.record(z.string(), z.int()),
  /** By statement reference, when its debt was paid. */
  paid: z.record(z.string(), z.int()),
  delivered: z.array(z.string()),
  /** The last messages, to be looked at. */
  told: z.array(z.object({ at: z.string(), kind: z.string(), srid: z.string() })).default([]),
});
type Memory = z.output<typeof memory>;

const mostTold = 100;

/** Starts it on this machine with a key of its own; what it was told is kept in `file`. */
export async function startBackOffice(file: string, wishedPort = 0): Promise<BackOffice> {
  const known = readMemory(file);
  const signingKey = `whsec_${randomBytes(24).toString('base64')}`;
  const inTray = { file, known, verifier: new Webhook(signingKey) };
  let counter: Counter | undefined;
  const server = createServer((request, response) => {
    const answered =
      request.url === messagesPath
        ? answerMessage(request, response, inTray)
        : answerPage(request, response, { counter, told: known.told });
    void answered.catch(() => response.destroy());
  });

  const port = await listenNear(server, wishedPort);
  return {
    url: `http://127.0.0.1:${port}${messagesPath}`,
    pageUrl: `http://127.0.0.1:${port}/`,
    signingKey,
    serve: (opened) => {
      counter = opened;
    },
    isPaid: (srid) => known.paid[srid] !== undefined,
    recovered: (refusedDay) => {
      const srids = Object.keys(known.paid).filter((srid) => !known.delivered.includes(srid));
      return {
        days: srids.flatMap((srid) => recover(refusedDay(srid), known.paid[srid])),
        delivered: () => {
          if (srids.length === 0) return;
          known.delivered.push(...srids);
          writeMemory(file, known);
        },
      };
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface InTray {
  readonly file: string;
  readonly known: Memory;
  readonly verifier: Webhook;
}

/** Takes a message that the portal has signed, and keeps it before it says so. */
async function answerMessage(
  request: IncomingMessage,
  response: ServerResponse,
  { file, known, verifier }: InTray,
): Promise<void> {
  const body = await text(request);
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
  let content: unknown;
  try {
    content = verifier.verify(body, Object.fromEntries(headers));
  } catch {
    response.writeHead(401).end();
    return;
  }
  const read = message.safeParse(content);
  if (read.success) {
    take(known, read.data);
    writeMemory(file, known);
  }
  response.writeHead(read.success ? 204 : 422).end();
}

/** A repetition changes nothing. */
function take(known: Memory, { sequence, kind, statementReference }: Message): void {
  if (sequence.number <= (known.taken[sequence.of] ?? 0)) return;
  known.taken[sequence.of] = sequence.number;
  const told = { at: new Date().toISOString(), kind, srid: statementReference };
  known.told = [...known.told, told].slice(-mostTold);
  if (kind === 'access_granted') known.paid[statementReference] ??= Date.now();
}

function recover(day: TravelDay | undefined, recoveredAt: number | undefined): TravelDay[] {
  return day === undefined || recoveredAt === undefined ? [] : [{ ...day, settlement: 'recovered', recoveredAt }];
}

function readMemory(file: string): Memory {
  if (!existsSync(file)) return { taken: {}, paid: {}, delivered: [], told: [] };
  return memory.parse(JSON.parse(readFileSync(file, 'utf8')));
}

function writeMemory(file: string, known: Memory): void {
  replaceFile(file, JSON.stringify(known));
}
