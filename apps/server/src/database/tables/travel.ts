import { all, type TableDeclaration, table, technical, travel, type Verb } from './table.ts';

const read = { auth: ['select'], portal: ['select'] } as const;
const write: readonly Verb[] = ['select', 'insert', 'update'];
const forget: readonly Verb[] = ['select', 'delete'];

const oneNodePerMedium = { by: 'medium_id', group: 'media' } as const;

const kept = {
  retention: 'retention.travelMonths',
  owner: 'medium_id',
  onAnonymise: 'keep',
} as const;

const medium = { medium_id: technical('Which card, phone or watch; a keyed hash') };
const provenance = {
  exported_at: technical('Which delivery is the newest'),
  file_id: technical('Which delivery it came in'),
  line_number: technical('Which line of it'),
};
/** From the id of a row to where it lies. */
const lookup = {
  rights: { feed: write, worker: forget },
  ...kept,
  retention: 'retention.lookupDays',
} as const;
const lookupProvenance = {
  file_id: technical('Which delivery it came in: how long it is kept'),
  line_number: technical('Which line of it'),
};
const operator = travel('Who ran the vehicle', 'operator');
const srid = travel('Reference on the bank statement', 'srid');
const currency = travel('Currency of the amounts', 'currency');
const serviceDay = travel('Day of operation', 'serviceDay');
const updatedAt = travel('When the back office last changed it', 'updatedAt');
const status = travel('How far it is', 'status');

/** The travel side: what happened with a card. The law on accounts asks for it; without the link it names nobody. */
export const travelTables: Readonly<Record<string, TableDeclaration>> = {
  media: table({
    distribution: oneNodePerMedium,
    rights: { ...read, feed: write },
    ...kept,
    retention: 'as long as the portal runs: a card may be linked at any time',
    exportAs: 'medium',
    columns: {
      ...medium,
      operator_code: operator,
      scheme: travel('Shown to recognise the card', 'scheme'),
      medium_type: travel('Card, phone or watch', 'type'),
      last_four: travel('Shown to recognise the card', 'lastFour'),
      status: travel('Whether readers accept it', 'status'),
      first_seen_at: travel('Age of the card in the portal', 'firstSeenAt'),
      last_seen_at: travel('Last use', 'lastSeenAt'),
    },
  }),
  taps: table({
    distribution: oneNodePerMedium,
    rights: { auth: ['select'], feed: all },
    ...kept,
    exportAs: 'taps',
    pageBy: { tapped_at: 'timestamptz', tap_id: 'uuid' },
    columns: {
      ...medium,
      tapped_at: travel('When', 'tappedAt'),
      tap_id: travel('Names the tap', 'tapId'),
      operator_code: operator,
      direction: travel('In or out', 'direction'),
      outcome: travel('Whether the reader accepted', 'outcome'),
      stop_id: travel('Where', 'stopId'),
      stop_name: travel('Where', 'stopName'),
      line_id: travel('On which line', 'lineId'),
      line_name: travel('On which line', 'lineName'),
      srid,
      currency,
      received_at: travel('When the back office got it', 'receivedAt'),
      ...provenance,
    },
  }),
  trips: table({
    distribution: oneNodePerMedium,
    rights: { ...read, feed: all },
    ...kept,
    exportAs: 'trips',
    pageBy: { started_at: 'timestamptz', trip_id: 'uuid' },
    columns: {
      ...medium,
      started_at: travel('When it began', 'startedAt'),
      trip_id: travel('Names the trip', 'tripId'),
      operator_code: operator,
      tap_id: travel('Which tap began it', 'tapId'),
      srid,
      line_id: travel('On which line', 'lineId'),
      line_name: travel('On which line', 'lineName'),
      transport_type: travel('By what', 'transportType'),
      status,
      fare_minor: travel('What it cost, in minor units', 'fareMinor'),
      currency,
      fare_reason: travel('Why it cost that', 'fareReason'),
      from_stop_id: travel('Where it began', 'fromStopId'),
      from_name: travel('Where it began', 'fromName'),
      to_stop_id: travel('Where it ended', 'toStopId'),
      to_name: travel('Where it ended', 'toName'),
      checked_in_at: travel('Tap at the start', 'checkedInAt'),
      checked_out_at: travel('Tap at the end', 'checkedOutAt'),
      refund_reason: travel('Why money was given back', 'refundReason'),
      refund_minor: travel('What was given back, in minor units', 'refundMinor'),
      service_day: serviceDay,
      updated_at: updatedAt,
      ...provenance,
    },
  }),
  payments: table({
    distribution: oneNodePerMedium,
    rights: { ...read, feed: all },
    ...kept,
    exportAs: 'payments',
    pageBy: { opened_at: 'timestamptz', payment_id: 'uuid' },
    columns: {
      ...medium,
      opened_at: travel('Start of what is charged together', 'openedAt'),
      payment_id: travel('Names the payment', 'paymentId'),
      operator_code: operator,
      srid,
      reason: travel('What it is for', 'reason'),
      method: travel('How it is paid', 'method'),
      status,
      due_minor: travel('What is due, in minor units', 'dueMinor'),
      paid_minor: travel('What was paid, in minor units', 'paidMinor'),
      debt_paid_minor: travel('What of it was recovered later', 'debtPaidMinor'),
      currency,
      service_day: serviceDay,
      closed_at: travel('End of what is charged together', 'closedAt'),
      updated_at: updatedAt,
      ...provenance,
    },
  }),
  settlements: table({
    distribution: oneNodePerMedium,
    rights: { ...read, feed: write, worker: forget },
    ...kept,
    exportAs: 'settlements',
    pageBy: { settlement_id: 'uuid' },
    columns: {
      ...medium,
      settlement_id: travel('Names the movement of money', 'settlementId'),
      operator_code: operator,
      srid,
      kind: travel('Charge, recovery or refund', 'kind'),
      direction: travel('From or to the card', 'direction'),
      amount_minor: travel('How much, in minor units', 'amountMinor'),
      approved: travel('Whether the bank agreed', 'approved'),
      requested_at: travel('When the bank was asked', 'requestedAt'),
      retrieval_reference: travel('The bank’s own reference', 'retrievalReference'),
      ...provenance,
    },
  }),
  authorisations: table({
    distribution: oneNodePerMedium,
    rights: { auth: ['select'], feed: write, worker: forget },
    ...kept,
    exportAs: 'authorisations',
    pageBy: { authorisation_id: 'uuid' },
    columns: {
      ...medium,
      authorisation_id: travel('Names the question', 'authorisationId'),
      operator_code: operator,
      srid,
      kind: travel('Card check or reservation', 'kind'),
      amount_minor: travel('How much, in minor units', 'amountMinor'),
      approved: travel('Whether the bank agreed', 'approved'),
      requested_at: travel('When the bank was asked', 'requestedAt'),
      response_code: travel('What the bank answered', 'responseCode'),
      ...provenance,
    },
  }),
  products: table({
    distribution: oneNodePerMedium,
    rights: { ...read, feed: all, worker: forget },
    ...kept,
    exportAs: 'products',
    pageBy: { valid_from: 'timestamptz', product_id: 'uuid' },
    columns: {
      ...medium,
      valid_from: travel('Start of its validity', 'validFrom'),
      product_id: travel('Names the product', 'productId'),
      operator_code: operator,
      name: travel('What was bought', 'name'),
      description: travel('What was bought', 'description'),
      valid_to: travel('End of its validity', 'validTo'),
      amount_minor: travel('Price in minor units', 'amountMinor'),
      currency,
      status,
      fare_class: travel('First or second class', 'fareClass'),
      round_trip_type: travel('One way or return', 'roundTripType'),
      user_profile: travel('Adult, child or the like', 'userProfile'),
      fq_code: travel('The back office’s name of the product', 'fqCode'),
      booking_id: travel('The back office’s booking', 'bookingId'),
      from_tariff_location: travel('Where it is valid from', 'fromTariffLocation'),
      to_tariff_location: travel('Where it is valid to', 'toTariffLocation'),
      stored_value_minor: travel('Value left on it, in minor units', 'storedValueMinor'),
      srid,
      updated_at: updatedAt,
      ...provenance,
    },
  }),
  service_references: table({
    distribution: { by: 'srid', group: 'service_references' },
    rights: { ...read, feed: write, worker: forget },
    ...kept,
    reachedBy: {
      srid: 'with its amount, from whoever holds the statement',
    },
    exportAs: null, // The way from a statement to a payment that is in the list of payments.
    columns: {
      srid: technical('Reference on the bank statement'),
      ...medium,
      payment_id: technical('Which payment it is'),
      opened_at: technical('Where that payment lies'),
      operator_code: technical('Who ran the vehicle'),
      amount_minor: technical('What the statement shows'),
      currency: technical('Currency of the amount'),
      paid: technical('Whether it was paid'),
      charged_minor: technical('What the statement shows where the bank took it in parts'),
    },
  }),
  unpaid_media: table({
    distribution: oneNodePerMedium,
    rights: { ...read, feed: all },
    ...kept,
    retention: 'until nothing is owed, retention.travelMonths at most after the newest debt',
    exportAs: null, // Says no more than the list of payments does.
    columns: {
      ...medium,
      since: technical('From when on unpaid payments are looked for'),
    },
  }),
  back_office_media: table({
    distribution: oneNodePerMedium,
    rights: { portal: write, feed: write, worker: write },
    ...kept,
    retention: 'as long as the portal runs: a number is never given twice',
    exportAs: null, // How far the messages of a card were sent; says nothing of the card.
    columns: {
      ...medium,
      last_number: technical('Order of the messages'),
      next_at: technical('When the next message is sent'),
      lease_until: technical('That one worker sends it'),
      attempts: technical('How long to wait before the next attempt'),
      refusals: technical('Setting a message aside that is always refused'),
    },
  }),
  back_office_messages: table({
    distribution: oneNodePerMedium,
    rights: { portal: ['insert'], feed: ['insert'], worker: all },
    ...kept,
    exportAs: null, // Says no more than the list of payments does.
    columns: {
      ...medium,
      message_number: technical('Order of the messages of a card'),
      message_id: technical('Telling a repetition'),
      payment_id: technical('Which payment it is about'),
      operator_code: technical('Who ran the vehicle'),
      srid: technical('Reference on the bank statement'),
      kind: technical('What happened: access denied, requested or granted'),
      amount_minor: technical('What is owed, in minor units'),
      currency: technical('Currency of the amount'),
      created_at: technical('When it happened'),
      outcome: technical('Whether the back office knows'),
      settled_at: technical('Since when'),
    },
  }),
  tap_lookups: table({
    distribution: { by: 'tap_id', group: 'tap_lookups' },
    ...lookup,
    exportAs: null, // The way from a tap's number to the tap that is in the list of taps.
    columns: {
      tap_id: technical('Which tap'),
      ...medium,
      tapped_at: technical('Where that tap lies'),
      ...lookupProvenance,
    },
  }),
  trip_lookups: table({
    distribution: { by: 'trip_id', group: 'trip_lookups' },
    ...lookup,
    exportAs: null, // The way from a trip's number to the trip that is in the list of trips.
    columns: {
      trip_id: technical('Which trip'),
      ...medium,
      started_at: technical('Where that trip lies'),
      ...lookupProvenance,
    },
  }),
};
