import { describe, expect, test } from 'vitest';
import {
  accessStatusOf,
  cardStatuses,
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
  ])('%o lands strangers on %s', (parse, landing) => {
    expect(['from-the-future', '', null, undefined, 7, 'constructor'].map(parse)).toEqual(Array(6).fill(landing));
  });

  test('reads both spellings of the fare class', () => {
    expect(['firstClass', 'secondClass', 'thirdClass'].map(parseFareClass)).toEqual(['first', 'second', undefined]);
  });

  test('denies access until every fare is paid and the readers know', () => {
    expect([accessStatusOf([]), accessStatusOf(['ready'])]).toEqual(['granted', 'granted']);
    expect([accessStatusOf(['ready', 'owed']), accessStatusOf(['unblocking'])]).toEqual(['denied', 'denied']);
  });

  test('owes nothing more once the bank took the money', () => {
    expect([debtStatusOf([]), debtStatusOf(['approved', 'ready'])]).toEqual(['none', 'none']);
    expect([debtStatusOf(['ready', 'unknown']), debtStatusOf(['declined'])]).toEqual(['owed', 'owed']);
  });
});
