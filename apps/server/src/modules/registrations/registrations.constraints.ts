import { systemCodes } from '@tapfolio/contracts/errors/system-codes.ts';
import type { ConstraintCodes } from '../../lib/constraints.ts';

/** Who was first wins; the second hears what is taken. An address that got its account meanwhile makes the link worthless. */
export const registrationConstraints: ConstraintCodes = {
  passengers__email: systemCodes.confirmationToken.unknown,
  cards__medium_id: 'xtat_number_not_unique',
};
