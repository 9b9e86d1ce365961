import { describe, expect, test } from 'vitest';
import { cardStatuses } from './card-status.ts';
import type { DebtState } from './debt-states.ts';
import {
  accessStatusOf,
  debtStatusOf,
  fareClasses,
  parseCardStatus,
  parseFareClass,
  parseMediumType,
  parseRoundTripType,
  parseUserProfile,
  userProfiles,
} from './states.ts';

describe('states', () => {
  test('keeps every value it knows', () => {
    expect(cardStatuses.map(parseCardStatus)).toEqual([...cardStatuses]);
    expect(userProfiles.map(parseUserProfile)).toEqual([...userProfiles]);
    expect(fareClasses.map(parseFareClass)).toEqual([...fareClasses]);
  });

  test.each([
    [parseFareClass, undefined],
    [parseRoundTripType, undefined],
    [parseUserProfile, undefined],
    [parseMediumType, 'unidentified'],
    [parseCardStatus, 'active'],
  ])('%o reads unknown values as %s', (parse, landing) => {
    expect(['from-the-future', '', null, undefined, 7, 'constructor'].map(parse)).toEqual(Array(6).fill(landing));
  });

  test('reads both spellings of the fare class', () => {
    expect(['firstClass', 'secondClass', 'thirdClass'].map(parseFareClass)).toEqual(['first', 'second', undefined]);
  });

  test('denies access until every fare is paid and the readers know it', () => {
    const access = (fares: readonly DebtState[]) => accessStatusOf(fares, 'active');
    expect([access([]), access(['ready'])]).toEqual(['granted', 'granted']);
    expect([access(['ready', 'owed']), access(['unblocking'])]).toEqual(['denied', 'denied']);
  });

  test('denies access to a card that is lost or no longer valid, even if everything is paid', () => {
    const access = cardStatuses.map((status) => [status, accessStatusOf([], status)]);
    expect(Object.fromEntries(access)).toEqual({
      active: 'granted',
      replaced: 'granted',
      lost: 'denied',
      card_dead: 'denied',
    });
  });

  test('has no debt after the bank took the money', () => {
    expect([debtStatusOf([]), debtStatusOf(['approved', 'ready'])]).toEqual(['none', 'none']);
    expect([debtStatusOf(['ready', 'unknown']), debtStatusOf(['declined'])]).toEqual(['owed', 'owed']);
  });
});
