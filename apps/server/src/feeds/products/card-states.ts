import { cardStatuses } from '@tapfolio/domain/card-status.ts';
import type { Entity } from '../delimited-format.ts';
import { BadRow, fieldReader, oneOf, required } from '../text/values.ts';

const needed = ['token', 'operator_id', 'card_status'] as const;

/** Which cards are in use, lost or replaced, and by which card. */
export const cardStates: Entity = {
  name: 'states of cards',
  kind: 'cards',
  required: needed,

  reader(header, context) {
    const read = fieldReader(header, [...needed, 'successor_token']);

    return (fields, line, chunk) => {
      const mediumId = context.mediumId(required(read(fields, 'token'), 'token'));
      const successor = read(fields, 'successor_token');
      const successorId = successor === null ? null : context.mediumId(successor);
      if (successorId === mediumId) throw new BadRow('a card does not replace itself', 'successor_token');
      chunk.cards.push({
        line,
        mediumId,
        operatorCode: context.operator(read(fields, 'operator_id')).code,
        scheme: null,
        lastFour: null,
        mediumType: null,
        status: required(oneOf(read(fields, 'card_status'), 'card_status', cardStatuses), 'card_status'),
        successorId,
      });
    };
  },
};
