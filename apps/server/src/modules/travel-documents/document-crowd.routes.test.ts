import { expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { buildPayment } from '../../../test/factories/payments.ts';
import { buildTrip } from '../../../test/factories/trips.ts';
import { codeOf } from '../../../test/refusal-code.ts';
import { loadTestConfig } from '../../../test/test-config.ts';
import { askForProof, askForStatement, at, passengerWithCard } from '../../../test/travel-documents.ts';
import type { DocumentCompiler } from '../../gateways/document-compiler.ts';
import { portalRole } from '../../roles/portal.ts';

/** Documents that are not made before `finish` is called. */
let held = Promise.withResolvers<void>();
let begun = 0;
const documents: DocumentCompiler = {
  compile: async () => {
    begun += 1;
    await held.promise;
    return Buffer.from('%PDF');
  },
  close: async () => {},
};

const { http, requestRates } = loadTestConfig();
const testApp = await createTestApp([portalRole], {
  documents,
  config: { http: { ...http, longestWaitMs: 20_000 }, requestRates: { ...requestRates, sessionPerMinute: 10_000 } },
});
const { pool } = testApp;

async function traveller() {
  const { passenger, medium_id, cards } = await passengerWithCard(testApp);
  await buildPayment(pool, { medium_id, opened_at: at('03-02') });
  await buildTrip(pool, { medium_id, started_at: at('03-02') });
  const question = { cards, format: 'pdf' };
  return { ask: (place: number) => (place % 2 === 0 ? askForStatement : askForProof)(passenger, question) };
}

/** How many documents were made; all others must have been refused, to come again. */
async function countMade(asked: readonly ReturnType<typeof askForStatement>[]): Promise<number> {
  const answers = await Promise.all(asked);
  const refused = answers.filter(({ statusCode }) => statusCode !== 200);
  expect(new Set(refused.map((one) => `${one.statusCode} ${codeOf(one)}`))).toEqual(new Set(['503 unavailable']));
  return answers.length - refused.length;
}

it.each([
  { who: 'one passenger asks', passengers: 1, atOnce: 1, most: 3 },
  { who: 'thirty passengers ask', passengers: 30, atOnce: 2, most: 36 },
])(
  'other calls are answered while $who for three hundred statements and proofs of travel at once',
  async ({ passengers, atOnce, most }) => {
    [held, begun] = [Promise.withResolvers<void>(), 0];
    const other = await passengerWithCard(testApp);
    const travellers = await Promise.all(Array.from({ length: passengers }, traveller));

    // More than the calls that a server works on at once: if each of them waited, nobody else would be served.
    const asked = Array.from({ length: 300 / passengers }, (_, place) =>
      travellers.map(({ ask }) => ask(place)),
    ).flat();
    await expect.poll(() => begun).toBe(atOnce);
    const list = await other.passenger.call({ url: '/public/api/v1/portal/cards' });

    expect([list.statusCode, begun]).toEqual([200, atOnce]);
    // A call that comes when a document is made already takes the place that this one had.
    let answered = 0;
    for (const one of asked) void one.then(() => (answered += 1));
    await expect.poll(() => answered, { timeout: 30_000 }).toBeGreaterThanOrEqual(asked.length - most);
    held.resolve();
    // A busy machine refuses also those that have waited too long.
    expect(await countMade(asked)).toBeLessThanOrEqual(most);
  },
);
