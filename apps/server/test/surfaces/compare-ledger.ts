import { isApproved } from '../back-office-files/rows.ts';
import { Contradictions, sum } from './contradictions.ts';
import type { Life } from './history-world.ts';
import type { Surfaces } from './read-surfaces.ts';

/**
 * No payment may show more as taken than the bank took, at the wish of the back office and at ours, and no fare be owed beyond what the bank did
 * not take. To be called once all files are delivered.
 */
export async function ledgerContradictions(
  { world: { pool, sandbox }, files }: Life,
  { cards }: Surfaces,
): Promise<string[]> {
  const check = new Contradictions();
  const ledger = (await sandbox.ledger()).filter(({ kind, state }) => kind === 'charge' && state === 'captured');
  for (const payment of cards.flatMap(({ paymentDetails }) => paymentDetails)) {
    const window = files.windows.find(({ srid }) => srid === payment.srid);
    if (window === undefined || payment.reason !== 'trip') continue;
    const { rows } = await pool.query<{ id: string }>(
      'select collection_id as id from collections where payment_id = $1',
      [payment.id],
    );
    const ours = ledger.filter(({ reference }) => rows.some(({ id }) => id === reference));
    const theirs = window.moves.filter(
      (move) => isApproved(move) && move.operation !== 'REFUND' && ours.every(({ id }) => id !== move.rrn),
    );
    const takenMinor = sum([...ours, ...theirs.map(({ amount: amountMinor }) => ({ amountMinor }))]);
    const shown = payment.charges.filter(({ direction, approved }) => direction === 'debit' && approved);
    const shownMinor = sum(shown.map(({ amount }) => amount));
    check.holds(`payment ${payment.srid}: shows ${shownMinor} as taken of ${takenMinor}`, shownMinor <= takenMinor);
    const owed = await pool.query<{ minor: number }>(
      `select due_minor as minor from debts where payment_id = $1 and state in ('owed', 'declined')`,
      [payment.id],
    );
    const missingMinor = Math.max(0, payment.due.amountMinor - takenMinor);
    for (const { minor } of owed.rows)
      check.holds(
        `payment ${payment.srid}: asks for ${minor} where ${missingMinor} are missing`,
        minor <= missingMinor,
      );
  }
  return check.found;
}
