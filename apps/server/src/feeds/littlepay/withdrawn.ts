import type { WithdrawnAuthorisation, WithdrawnSettlement } from '../writer/canonical.ts';
import { type Authorisation, authorisationIdOf, type CardAggregation, type Settlement } from './aggregations.ts';
import type { Assembly } from './assembly.ts';

/** Takes back what an earlier delivery made of rows that no longer count in the payment that they name. */
export function addWithdrawn(aggregation: CardAggregation, assembly: Assembly): void {
  const { chunk } = assembly;
  for (const settlement of movedAway(aggregation, assembly)) {
    chunk.withdrawnSettlements.push(withdrawnSettlement(settlement, aggregation));
  }
  for (const settlement of ofFormerCards(aggregation)) chunk.withdrawnSettlements.push(settlement);
  for (const settlement of aggregation.repeated) {
    assembly.context.note('a settlement is told again under another id; counted once');
    chunk.withdrawnSettlements.push(withdrawnSettlement(settlement, aggregation));
  }
  // The currency of the payment may have been theirs, or a better copy may have come.
  for (const settlement of aggregation.foreign.settlements)
    chunk.withdrawnSettlements.push(withdrawnSettlement(settlement, aggregation));
  for (const authorisation of [...aggregation.foreign.authorisations, ...aggregation.copies])
    chunk.withdrawnAuthorisations.push(withdrawnAuthorisation(authorisation, aggregation));
}

/** The settlements that belong to a payment of another card since. A payment of the same card has the row that this one had. */
function movedAway(
  { leftSettlements, mediumId }: CardAggregation,
  { pieces, aggregations }: Pick<Assembly, 'pieces' | 'aggregations'>,
): Settlement[] {
  if (leftSettlements.length === 0) return [];
  const left = new Set(leftSettlements.map(({ says }) => says.settlementId));
  const isOfOtherCard = ({ about }: Settlement) => (aggregations.get(about)?.mediumId ?? mediumId) !== mediumId;
  return [...pieces.settlements.values()].flat().filter((one) => left.has(one.says.settlementId) && isOfOtherCard(one));
}

/** The settlements of this payment that another card had before. */
function ofFormerCards({ settlements, leftSettlements, mediumId }: CardAggregation): WithdrawnSettlement[] {
  const ours = new Set(settlements.map(({ says }) => says.settlementId));
  return leftSettlements.flatMap((settlement) => {
    const former = settlement.says.mediumId;
    if (former === null || former === mediumId || !ours.has(settlement.says.settlementId)) return [];
    return withdrawnSettlement(settlement, { mediumId: former });
  });
}

/** Takes a movement of this payment back. */
export const withdrawnSettlement = (
  { says, origin, line }: Settlement,
  { mediumId }: Pick<CardAggregation, 'mediumId'>,
): WithdrawnSettlement => ({
  origin,
  line,
  settlementId: says.settlementId,
  mediumId,
});

const withdrawnAuthorisation = (
  authorisation: Authorisation,
  { mediumId }: CardAggregation,
): WithdrawnAuthorisation => ({
  origin: authorisation.origin,
  line: authorisation.line,
  authorisationId: authorisationIdOf(authorisation),
  mediumId,
});
