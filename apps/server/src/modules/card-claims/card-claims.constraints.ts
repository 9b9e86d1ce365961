import type { ConstraintCodes } from '../../lib/constraints.ts';

export const cardClaimConstraints: ConstraintCodes = {
  card_claims__open: 'card_claim_pending',
};
