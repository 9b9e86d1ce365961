import type { ConstraintCodes } from '../../lib/constraints.ts';

export const favouriteConstraints: ConstraintCodes = {
  favourites__package: 'favourite_already_chosen',
};
