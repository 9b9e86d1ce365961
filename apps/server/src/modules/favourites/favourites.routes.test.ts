import { favouriteList } from '@tapfolio/contracts/favourites.ts';
import { salesPackagePage } from '@tapfolio/contracts/sales-packages.ts';
import { dayMs } from '@tapfolio/domain/durations.ts';
import { describe, expect, it } from 'vitest';
import { createTestApp, type SignedIn } from '../../../test/build-app.ts';
import { buildCard } from '../../../test/factories/cards.ts';
import { buildSalesPackage, type SalesPackageRow } from '../../../test/factories/sales-packages.ts';
import { codeOf } from '../../../test/refusal-code.ts';
import { askAtOnce, whileBusy } from '../../../test/while-busy.ts';
import { portalRole } from '../../roles/portal.ts';

const { pool, signIn } = await createTestApp([portalRole]);
const portal = '/public/api/v1/portal';
const unknownId = '0190a6d8-0000-7000-8000-000000000000';

interface Chooser {
  passenger: SignedIn;
  card: string;
  mediumId: string;
}

async function chooser(): Promise<Chooser> {
  return furtherCard({ passenger: await signIn() });
}

/** One more card of the same passenger. */
async function furtherCard({ passenger }: Pick<Chooser, 'passenger'>): Promise<Chooser> {
  const { card_id, medium_id } = await buildCard(pool, { passenger_id: passenger.passengerId });
  return { passenger, card: `${portal}/cards/${card_id}`, mediumId: medium_id };
}

const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString();

const sell = ({ mediumId }: Chooser, overrides: Partial<SalesPackageRow> = {}) =>
  buildSalesPackage(pool, { medium_id: mediumId, sold_at: daysAgo(1), ...overrides });

const add = ({ passenger, card }: Chooser, salesPackageId: string, name = 'Mine') =>
  passenger.call({ method: 'POST', url: `${card}/favourites`, payload: { salesPackageId, name } });

const rename = ({ passenger }: Chooser, id: string, name: string) =>
  passenger.call({ method: 'PATCH', url: `${portal}/favourites/${id}`, payload: { name } });

const remove = ({ passenger }: Chooser, id: string) =>
  passenger.call({ method: 'DELETE', url: `${portal}/favourites/${id}` });

const favouritesOf = async ({ passenger }: Chooser) =>
  favouriteList.parse((await passenger.call({ url: `${portal}/favourites` })).json()).items;

describe('addFavourite', () => {
  it('keeps a package under the given name, and marks it in the list of packages', async () => {
    const who = await chooser();
    const { sale_id } = await sell(who, { name: 'Ten rides' });
    const { sale_id: other } = await sell(who);

    const response = await add(who, sale_id, 'To the office');

    expect(response.statusCode, response.body).toBe(201);
    expect(await favouritesOf(who)).toMatchObject([
      { id: response.json().id, name: 'To the office', packageName: 'Ten rides' },
    ]);
    const { items } = salesPackagePage.parse((await who.passenger.call({ url: `${who.card}/sales-packages` })).json());
    expect(new Map(items.map(({ id, choice }) => [id, choice]))).toEqual(
      new Map([
        [sale_id, 'chosen'],
        [other, 'open'],
      ]),
    );
  });

  it('accepts packages of the last four weeks, counted in days of the operator [FAV-03]', async () => {
    const who = await chooser();
    const { rows } = await pool.query<{ begin: string }>(
      `select ((((now() at time zone time_zone) - day_cut)::date - 28) + day_cut) at time zone time_zone as begin
      from operators where operator_code = '1'`,
    );
    const begin = Date.parse(rows[0]?.begin ?? '');
    const first = await sell(who, { sold_at: new Date(begin).toISOString() });
    const late = await sell(who, { sold_at: new Date(begin - 1).toISOString() });

    const [refused, taken] = [await add(who, late.sale_id), await add(who, first.sale_id)];

    expect([refused.statusCode, codeOf(refused), taken.statusCode]).toEqual([409, 'sales_package_too_old', 201]);
  });

  it('refuses a package that is a favourite already, although it was bought again', async () => {
    const who = await chooser();
    const [first, again] = [await sell(who, { package_code: 'TEN' }), await sell(who, { package_code: 'TEN' })];
    await add(who, first.sale_id);

    const response = await add(who, again.sale_id);

    expect([response.statusCode, codeOf(response)]).toEqual([409, 'favourite_already_chosen']);
  });

  it('says that a package is a favourite already, also when both places are taken', async () => {
    const who = await chooser();
    const [one, other, third] = [await sell(who), await sell(who), await sell(who)];
    await add(who, one.sale_id);
    await add(who, other.sale_id);

    const [again, more] = [await add(who, other.sale_id), await add(who, third.sale_id)];

    expect([again, more].map(codeOf)).toEqual(['favourite_already_chosen', 'favourite_limit_reached']);
  });

  it("refuses a sale of another passenger's card, and an unknown sale [CARD-14]", async () => {
    const who = await chooser();
    const foreign = await sell(await chooser());

    const answers = [await add(who, foreign.sale_id), await add(who, unknownId)];

    expect(answers.map((answer) => [answer.statusCode, codeOf(answer)])).toEqual([
      [404, 'TM0172'],
      [404, 'TM0172'],
    ]);
  });

  it('refuses a name that looks like the number of a card', async () => {
    const who = await chooser();
    const { sale_id } = await sell(who);

    expect(codeOf(await add(who, sale_id, '4111 1111 1111 1111'))).toBe('card_name_is_card_number');
  });

  it('keeps two favourites of two cards in each of 10 rounds of 20 parallel choices [FAV-02]', async () => {
    for (let round = 1; round <= 10; round += 1) {
      const who = await chooser();
      const cards = [who, await furtherCard(who)];
      const sales = await Promise.all(
        cards.flatMap((card) => Array.from({ length: 10 }, async () => ({ card, ...(await sell(card)) }))),
      );

      const answers = await Promise.all(sales.map(({ card, sale_id }) => whileBusy(() => add(card, sale_id))));

      const refused = answers.filter(({ statusCode }) => statusCode !== 201);
      expect(refused.map(codeOf), `round ${round}`).toEqual(Array(18).fill('favourite_limit_reached'));
      expect(await favouritesOf(who), `round ${round}`).toHaveLength(2);
    }
  });

  it('makes one favourite of a package that is chosen ten times in parallel', async () => {
    const who = await chooser();
    const { sale_id } = await sell(who);

    const answers = await askAtOnce(10, () => add(who, sale_id));

    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    expect(await favouritesOf(who)).toHaveLength(1);
  });
});

describe('a favourite', () => {
  it('is renamed and removed, and then its place is free', async () => {
    const who = await chooser();
    const sales = [await sell(who), await sell(who), await sell(who)];
    const [first, second] = [await add(who, sales[0]?.sale_id ?? ''), await add(who, sales[1]?.sale_id ?? '')];

    expect((await rename(who, first.json().id, 'Weekend')).statusCode).toBe(204);
    expect((await favouritesOf(who)).map(({ name }) => name)).toEqual(['Weekend', 'Mine']);
    expect((await remove(who, first.json().id)).statusCode).toBe(204);
    expect((await favouritesOf(who)).map(({ id }) => id)).toEqual([second.json().id]);
    expect((await add(who, sales[2]?.sale_id ?? '')).statusCode).toBe(201);
  });

  it('is neither renamed nor removed by another passenger, nor if it does not exist [CARD-14]', async () => {
    const [who, stranger] = [await chooser(), await chooser()];
    const added = (await add(who, (await sell(who)).sale_id)).json().id;

    const answers = [
      await rename(stranger, added, 'Taken'),
      await remove(stranger, added),
      await remove(who, unknownId),
    ];

    expect(answers.map((answer) => `${answer.statusCode} ${codeOf(answer)}`)).toEqual(Array(3).fill('404 TM0176'));
    expect((await favouritesOf(who)).map(({ name }) => name)).toEqual(['Mine']);
  });

  it('cannot get a card number as its name', async () => {
    const who = await chooser();
    const added = (await add(who, (await sell(who)).sale_id)).json().id;

    expect(codeOf(await rename(who, added, '4111 1111 1111 1111'))).toBe('card_name_is_card_number');
    expect((await favouritesOf(who)).map(({ name }) => name)).toEqual(['Mine']);
  });

  it('stays when the card of its sale is unlinked', async () => {
    const who = await chooser();
    await buildCard(pool, { passenger_id: who.passenger.passengerId });
    await add(who, (await sell(who)).sale_id);

    await who.passenger.call({ method: 'DELETE', url: who.card });

    expect(await favouritesOf(who)).toHaveLength(1);
  });
});
