import type { Assembler } from '../assembler.ts';
import { emptyChunk } from '../row-context.ts';
import { aggregate } from './aggregations.ts';
import type { Assembly } from './assembly.ts';
import { depositsInOwnCurrency, matchDeposits, splitDeposits } from './deposit-matches.ts';
import { judgeFares } from './fares.ts';
import { addMoney } from './payments.ts';
import { sortPieces } from './pieces-by-kind.ts';
import { addProducts } from './purchases.ts';
import { leaveOutRepeated } from './repeated-settlements.ts';
import { addTaps, addTrips } from './trips.ts';
import { depositMovementIdsOf, paymentsOf, writtenIdsOf } from './written-ids.ts';

/** Makes taps, trips, payments and products of the rows of Littlepay and of its bank. */
export const littlepayAssembler: Assembler = {
  assemble(changed, context) {
    const sorted = sortPieces(changed);
    const fares = judgeFares(sorted);
    const told = aggregate(sorted, context);
    const pieces = { ...sorted, ...depositsInOwnCurrency(sorted, told.values()) };
    const { own: deposits, foreign: foreignDeposits } = splitDeposits(pieces, told.values());
    const aggregations = leaveOutRepeated(told, { fares, deposits });
    const assembly: Assembly = {
      pieces,
      fares,
      aggregations,
      matches: matchDeposits({ deposits }, aggregations.values()),
      foreignDeposits,
      context,
      chunk: emptyChunk(),
      open: new Set(),
    };
    addTaps(assembly);
    addTrips(assembly);
    addProducts(assembly);
    addMoney(assembly);
    for (const link of [...pieces.links.values()].flat()) {
      if (!pieces.micropayments.has(link.about) || !pieces.taps.has(link.beside ?? '')) assembly.open.add(link.pieceId);
    }
    return {
      ...assembly,
      payments: paymentsOf(assembly),
      told: writtenIdsOf(assembly),
      standIns: depositMovementIdsOf(assembly),
    };
  },
};
