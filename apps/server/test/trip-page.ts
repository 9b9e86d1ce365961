import { tripPage } from '@tapfolio/contracts/trips.ts';
import { expect } from 'vitest';
import type { SignedIn } from './build-app.ts';

/** A page of trips, checked against the contract. */
export async function readTripPage(passenger: SignedIn, url: string) {
  const response = await passenger.call({ url });
  expect(response.statusCode, response.body).toBe(200);
  return tripPage.parse(response.json());
}
