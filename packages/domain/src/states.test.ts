import { describe, expect, test } from 'vitest';
import {
  accessStatusOf,
  fareClasses,
  parseCardStatus,
  parseFareClass,
  parseMediumType,
  parsePaymentMethod,
  parsePaymentReason,
  parsePaymentStatus,
  parseProductStatus,
  parseRoundTripType,
  parseTransportType,
  parseTripStatus,
  parseUserProfile,
  paymentStatuses,
  transportTypes,
} from './states.ts';

describe('states', () => {
  test('keeps every value it knows', () => {
    expect(paymentStatuses.map(parsePaymentStatus)).toEqual([...paymentStatuses]);
    expect(transportTypes.map(parseTransportType)).toEqual([...transportTypes]);
    expect(fareClasses.map(parseFareClass)).toEqual([...fareClasses]);
  });

  test.each([
    [parsePaymentMethod, 'emv'],
    [parsePaymentReason, 'trip'],
    [parsePaymentStatus, 'corrupted'],
    [parseTransportType, 'other'],
    [parseTripStatus, 'provisional'],
    [parseProductStatus, 'expired'],
    [parseFareClass, undefined],
    [parseRoundTripType, undefined],
    [parseUserProfile, undefined],
    [parseMediumType, 'unidentified'],
    [parseCardStatus, 'active'],
  ])('%o lands strangers on %s', (parse, landing) => {
    expect(['from-the-future', '', null, undefined, 7, 'constructor'].map(parse)).toEqual(Array(6).fill(landing));
  });

  test('reads both lists of transport types and both spellings of the fare class', () => {
    expect(['train', 'metro_underground', 'taxi', 'waterborne_vehicle'].map(parseTransportType)).toEqual([
      'rail',
      'metro',
      'other',
      'other',
    ]);
    expect(['firstClass', 'secondClass', 'thirdClass'].map(parseFareClass)).toEqual(['first', 'second', undefined]);
  });

  test('denies access while a fare is unpaid', () => {
    expect([accessStatusOf('owed'), accessStatusOf('none')]).toEqual(['denied', 'granted']);
  });
});
