import process from 'node:process';
import fc from 'fast-check';
import pg from 'pg';
import { expect, it } from 'vitest';
import { AppError } from '../src/lib/app-error.ts';
import { isTimeout } from '../src/lib/temporary-failures.ts';

/** `npm run test:histories` tries more. */
const wished = Number(process.env.HISTORIES ?? 200);
const anySeed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
const isUsual = process.env.HISTORIES === undefined && process.env.SEED === undefined;
/** The most histories at the same time: a history mostly waits for the database and the bank. */
const mostStreams = 8;
/** Only against a history that hangs: the few that `npm test` tries take a busy machine many minutes. */
const longestMs = 900_000;
/** How often a long run reports its progress. */
const progressMs = 15_000;

/** The possible steps of a history, and the checks at its end. */
export interface RandomHistories<Step> {
  readonly step: fc.Arbitrary<Step>;
  readonly longest: number;
  /** How many usual histories one of these takes the time of; so many times fewer are tried. */
  readonly cost?: number;
  /** How many `npm test` tries, if fewer than 200 divided by the cost are enough: most mistakes show in one of fifty. */
  readonly usual?: number;
  /** The seed of the few histories that `npm test` tries, where many histories still find what is not mended. */
  readonly usualSeed?: number;
  /** Each history needs the whole database: they run one after the other. */
  readonly isAlone?: boolean;
  /** Runs one history, with rows of its own unless it runs alone, and fails if a promise is broken. */
  live(steps: readonly Step[]): Promise<void>;
}

/** Tests a rule about money in random histories: 200 or fewer, or as many as `HISTORIES` says. The seed is printed. */
export function holdsInRandomHistories<Step>(
  sentence: string,
  { step, longest, cost = 1, usual, usualSeed = anySeed, isAlone = false, live }: RandomHistories<Step>,
): void {
  const histories = (isUsual ? usual : undefined) ?? Math.ceil(wished / cost);
  const seed = isUsual ? usualSeed : anySeed;
  it(
    `${sentence}, in ${histories} random histories`,
    async () => {
      const progress = startProgress(`${sentence}, SEED=${seed}`, histories);
      const steps = fc.array(step, { minLength: 3, maxLength: longest });
      const property = fc.asyncProperty(steps, async (taken) => {
        await patiently(() => live(taken));
        progress.count();
      });
      const streams = isAlone ? 1 : Math.min(mostStreams, histories);
      const checks = Array.from({ length: streams }, async (_, stream) => {
        const found = await fc.check(property, { seed: seed + stream, numRuns: Math.ceil(histories / streams) });
        return found.failed ? `${fc.defaultReportMessage(found)}\n${String(found.errorInstance)}` : '';
      });
      const broken = (await Promise.all(checks)).join('');
      progress.end();
      expect(broken, `SEED=${seed}`).toBe('');
    },
    Math.max(longestMs, wished * 1500),
  );
}

/** A timeout of the database on a busy machine proves nothing: the history starts again, with other rows. */
async function patiently(live: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await live();
      return;
    } catch (error) {
      if (!isOutOfTime(error)) throw error;
    }
  }
}

/** For a step that may be refused: a programming error or a timeout of the database is no refusal. */
export function unlessRefused(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}

/** The limits of a lock and of a statement. A deadlock is none of these: it fails the history. */
const limitsOfTime: readonly (string | undefined)[] = ['55P03', '57014'];

const isOutOfTime = (error: unknown) =>
  isTimeout(error) || (error instanceof pg.DatabaseError && limitsOfTime.includes(error.code));

function startProgress(name: string, histories: number) {
  const began = performance.now();
  let done = 0;
  const tell = () => {
    const seconds = Math.round((performance.now() - began) / 1000);
    process.stderr.write(`${name}: ${done} of ${histories} histories in ${seconds} s\n`);
  };
  const telling = setInterval(tell, progressMs);
  return {
    count: () => {
      done += 1;
    },
    end: () => {
      clearInterval(telling);
      tell();
    },
  };
}
