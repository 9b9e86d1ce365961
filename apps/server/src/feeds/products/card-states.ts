import { cardStatuses } from '@tapfolio/domain/states.ts';
import type { Entity } from '../delimited-format.ts';
import { BadRow, field, oneOf, required } from '../text/values.ts';

/** Which cards are in use, lost or replaced, and by which card. */
export const cardStates: Entity = {
  name: 'states of cards',
  kind: 'cards',
  required: ['token', 'operator_id', 'card_status'],

  reader(header, context) {
    const column = {
      token: header.at('token'),
      operatorId: header.at('operator_id'),
      status: header.at('card_status'),
      successor: header.at('successor_token'),
    };

    return (fields, line, chunk) => {
      const mediumId = context.mediumId(required(field(fields, column.token), 'token'));
      const successor = field(fields, column.successor);
      const successorId = successor === null ? null : context.mediumId(successor);
      if (successorId === mediumId) throw new BadRow('a card does not replace itself', 'successor_token');
      chunk.cards.push({
        line,
        mediumId,
        operatorCode: context.operator(field(fields, column.operatorId)).code,
        scheme: null,
        lastFour: null,
        mediumType: null,
        status: required(oneOf(field(fields, column.status), 'card_status', cardStatuses), 'card_status'),
        successorId,
      });
    };
  },
};
