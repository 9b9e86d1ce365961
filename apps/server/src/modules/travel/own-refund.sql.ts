/** For a movement of money (`move`): the refund of ours (`own`) that it is, under our id until a delivery has brought it, then under that of the delivery. */
export const ownRefundOfMove = `left join refunds as own on own.medium_id = move.medium_id
    and own.srid = move.srid
    and move.settlement_id in (own.refund_id, own.delivered_id)`;
