import { randomUUID } from 'node:crypto';
import { type Debt, debtList } from '@tapfolio/contracts/debts.ts';
import type { DebtState } from '@tapfolio/domain/debt-states.ts';
import type { Pool } from 'pg';
import type { SandboxBank } from '../../../demo/bank/start-bank.ts';
import { buildCard } from '../test/factories/cards.ts';
import { buildOwedFares, type OwedFare } from '../test/money-world.ts';
import { whileBusy } from '../test/while-busy.ts';
import { statusOf } from './city.ts';
import { type SignedIn, signIn } from './signed-in.ts';

/** A passenger with a session and a card that owes one fare, which the bank refused before. */
export class Payer {
  readonly srid: string;
  readonly #fare: OwedFare;
  readonly #person: SignedIn;
  readonly #cardId: number;

  private constructor(fare: OwedFare, person: SignedIn, cardId: number) {
    this.srid = fare.srid;
    this.#fare = fare;
    this.#person = person;
    this.#cardId = cardId;
  }

  static async join(pool: Pool, sandbox: SandboxBank): Promise<Payer> {
    const person = await signIn(pool);
    const { card_id: cardId, medium_id: mediumId } = await buildCard(pool, { passenger_id: person.passengerId });
    const [fare] = await buildOwedFares(pool, sandbox, { mediumId });
    if (fare === undefined) throw new Error('one fare was asked for');
    return new Payer(fare, person, cardId);
  }

  /** Confirms the amount and gives the status. */
  async pay(address: string): Promise<number> {
    const { paymentId, amountMinor } = this.#fare;
    return await statusOf(`${this.#debts(address)}/${paymentId}/collections`, {
      method: 'POST',
      headers: { ...this.#person.headers(), 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ amountMinor, currency: 'CAD' }),
    });
  }

  /** The debt as the passenger sees it, who asks again while the server is too busy. */
  async debt(address: string): Promise<Debt> {
    const response = await whileBusy(() => fetch(this.#debts(address), { headers: this.#person.headers() }));
    if (!response.ok) throw new Error(`the debts answer ${response.status}: ${await response.text()}`);
    const { items } = debtList.parse(await response.json());
    const found = items.find(({ paymentId }) => paymentId === this.#fare.paymentId);
    if (found === undefined) throw new Error('the passenger sees no such debt');
    return found;
  }

  async state(address: string): Promise<DebtState> {
    return (await this.debt(address)).state;
  }

  #debts(address: string): string {
    return `${address}/public/api/v1/portal/cards/${this.#cardId}/debts`;
  }
}
