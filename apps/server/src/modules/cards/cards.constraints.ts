import type { ConstraintCodes } from '../../lib/constraints.ts';

export const cardConstraints: ConstraintCodes = {
  cards__medium_id: 'xtat_number_not_unique',
  cards__passenger_id_name_key: 'user_card_name_not_unique',
};
