/** From where a chargeback is read that was delivered of a payment: the bank gave its money back in its own way. */
export const deliveredChargeback = (medium: string, srid: string) =>
  `from chargebacks taken where taken.medium_id = ${medium} and taken.srid = ${srid}`;
