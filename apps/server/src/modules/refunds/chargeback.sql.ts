/** Reads the delivered chargebacks of a payment: the cardholder's bank has taken the money back. */
export const deliveredChargeback = (medium: string, srid: string) =>
  `from chargebacks taken where taken.medium_id = ${medium} and taken.srid = ${srid}`;
