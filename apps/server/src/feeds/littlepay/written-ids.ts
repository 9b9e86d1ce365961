import type { AssembledPayment } from '../assembler.ts';
import { authorisationIdOf } from './aggregations.ts';
import type { Assembly } from './assembly.ts';
import { settlementIdOf } from './deposits.ts';

/** The payments whose money this format delivers. */
export function paymentsOf({ aggregations, context }: Assembly): AssembledPayment[] {
  return [...aggregations.values()].flatMap(({ paymentId, mediumId, srid, operator }) =>
    mediumId !== undefined && context.isMoneyFrom('littlepay', operator) ? { paymentId, mediumId, srid } : [],
  );
}

/** The ids of what is written of the pieces, or was when they said something else. */
export function writtenIdsOf({ pieces, context }: Assembly): Set<string> {
  const fares = [...pieces.micropayments.values()];
  return new Set([
    ...fares.map(({ says }) => context.id('trip', says.participant, says.micropaymentId)),
    ...[...pieces.settlements.values(), ...pieces.leftSettlements.values()].flat().map(({ says }) => says.settlementId),
    ...depositMovementIdsOf({ pieces }),
    ...[...pieces.authorisations.values()].flat().map(authorisationIdOf),
  ]);
}

/** The ids of the movements that are made of deposits of the bank. */
export function depositMovementIdsOf({ pieces }: Pick<Assembly, 'pieces'>): Set<string> {
  return new Set([...pieces.deposits.values()].flat().map(({ says }) => settlementIdOf(says)));
}
