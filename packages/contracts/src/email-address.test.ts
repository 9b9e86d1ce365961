import { expect, it } from 'vitest';
import { emailAddress } from './shared.ts';

it.each([
  ['ann@example.org', true],
  ["o'neil+bus@sub.example.org", true],
  ['ann@xn--mnchen-3ya.example', true],
  ['jürgen@example.org', false],
  ['ann@münchen.example', false],
  ['анна@example.org', false],
])('an address that every mail server takes mails to is accepted, and no other: %s', (address, isAccepted) => {
  expect(emailAddress.safeParse(address).success).toBe(isAccepted);
});
