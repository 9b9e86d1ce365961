import DataLoader from 'dataloader';
import type { Db } from '../lib/sql.ts';
import { type GateRow, passGates } from './gate.queries.ts';

/** A session by the hash of its token and, where the call names one, the number of a card. */
export interface GateQuestion {
  readonly tokenHash: Buffer;
  readonly cardId: number | null;
}

/** Limits the calls that share the gate's one statement. */
const mostTogether = 64;

const gates = new WeakMap<Db, DataLoader<GateQuestion, GateRow[]>>();

/**
 * The gate's rows for one call; none for a session that is not known or whose account is not open. Calls that ask in the same
 * turn of the event loop share one statement: under load, a statement for each costs more than what it reads. Nothing
 * is remembered from one turn to the next, so a session that was ended opens nothing.
 */
export async function passGate(db: Db, question: GateQuestion): Promise<GateRow[]> {
  const gate = gates.get(db) ?? openGate(db);
  return await gate.load(question);
}

function openGate(db: Db): DataLoader<GateQuestion, GateRow[]> {
  const gate = new DataLoader<GateQuestion, GateRow[]>((questions) => passAll(db, questions), {
    cache: false,
    maxBatchSize: mostTogether,
    // The calls of one turn come from many sockets, each in a separate task.
    batchScheduleFn: (send) => void setImmediate(send),
  });
  gates.set(db, gate);
  return gate;
}

/** The rows for each question, in the order of the questions. */
async function passAll(db: Db, questions: readonly GateQuestion[]): Promise<GateRow[][]> {
  const rows = await passGates(db, {
    tokenHashes: questions.map(({ tokenHash }) => tokenHash),
    cardIds: questions.map(({ cardId }) => cardId),
  });
  const answers = questions.map((): GateRow[] => []);
  for (const row of rows) answers[row.place - 1]?.push(row);
  return answers;
}
