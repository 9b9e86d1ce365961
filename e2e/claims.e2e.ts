import type { Locator, Page } from '@playwright/test';
import { paymentPage } from '@tapfolio/contracts/payments.ts';
import { doRecurringJob, inDatabase } from './support/database.ts';
import { expectNoViolations } from './support/judgements.ts';
import { expectNotice } from './support/notices.ts';
import { followMail, untilMailed } from './support/registration.ts';
import type { RunningWorld, Statement } from './support/running-world.ts';
import { statementLine } from './support/statement-lines.ts';
import { expect, test } from './support/test.ts';

const travels = '/public/api/v1/portal/cards';

/** The two newest statement lines of the signed-in passenger's first card, which was linked half a year ago. */
async function twoLines(page: Page, world: RunningWorld): Promise<[Statement, Statement]> {
  const { items } = paymentPage.parse(await (await page.request.get(`${travels}/1/payments?limit=100`)).json());
  const lines = items.flatMap(({ srid, status, total: { amountMinor } }) =>
    srid !== null && status === 'accepted' && amountMinor > 0 ? [{ srid, amountMinor }] : [],
  );
  const [first, second] = lines;
  if (first === undefined || second === undefined) throw new Error('the card has fewer than two paid days');
  const linked = `update cards set linked_at = now() - interval '180 days' where medium_id = ${ofLine}`;
  expect(await inDatabase(world, linked, [first.srid])).toBe(1);
  return [first, second];
}

const ofLine = '(select medium_id from service_references where srid = $1)';

/** Expects that the next Tab moves the focus to this control. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await page.keyboard.press('Tab');
  await expect(control).toBeFocused();
}

/** Tries to add the card, is refused, and claims it with the keyboard alone. Returns the date in the confirmation question. */
async function claimCard(page: Page, [first, second]: [Statement, Statement], name: string): Promise<string> {
  await page.goto('/card/add');
  await page.getByLabel('Statement reference (SRID)').fill(statementLine(first));
  await page.getByLabel('Card name').fill(name);
  await page.getByRole('button', { name: 'Add card' }).click();
  await expect(page.getByText('This card is already assigned to another account.')).toBeVisible();
  await expect(page.getByLabel('Statement reference (SRID)')).toBeFocused();
  await tabTo(page, page.getByRole('main').getByText('Claim a card', { exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Claim a card' })).toBeFocused();
  await expect(page.getByRole('group', { name: 'First line' })).toBeVisible();
  await expectNoViolations(page, 'the form to claim a card');
  for (const [title, line] of [['First line', first] as const, ['Second line', second] as const]) {
    const group = page.getByRole('group', { name: title });
    await tabTo(page, group.getByLabel('Statement reference (SRID)'));
    await page.keyboard.type(statementLine(line));
    await tabTo(page, group.getByLabel('Amount of this charge'));
  }
  await tabTo(page, page.getByLabel('Card name'));
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Claim ${name}?` });
  const [date = ''] = /\d{4}\/\d\d\/\d\d/.exec((await dialog.textContent()) ?? '') ?? [];
  await expectNoViolations(page, 'the question whether to claim the card');
  await page.keyboard.press('Tab');
  await tabTo(page, dialog.getByRole('button', { name: 'Claim this card' }));
  await page.keyboard.press('Enter');
  await expectNotice(page, `${name} is claimed.`);
  return date;
}

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('a passenger with two recent statement lines claims a taken card, its owner objects, and the claimant is told', async ({
  page,
  openElsewhere,
  enterAs,
  world,
}) => {
  test.setTimeout(150_000);
  const owner = await openElsewhere();
  const { email: ownerEmail } = await enterAs(owner, { cards: [{ name: 'Blue card' }] });
  const lines = await twoLines(owner, world);
  const { email } = await enterAs(page, { cards: [{ name: 'Tram card', habit: 'firstTrips' }] });

  const date = await claimCard(page, lines, 'My watch');
  await expect(page).toHaveURL('/');
  await expect(region(page, 'You have claimed My watch')).toContainText(`You will have it on ${date}`);
  await expectNoViolations(page, 'home of a claimant');

  await followMail(owner, world, ownerEmail, 'Somebody claims your card “Blue card”');
  const notice = region(owner, 'Somebody claims Blue card');
  await expect(notice).toContainText(`object before ${date}`);
  await expectNoViolations(owner, 'home of whoever has a claimed card');
  await owner.goto('/card?id=1');
  await expect(notice).toBeVisible();
  await notice.getByRole('button', { name: 'Keep the card' }).click();
  await expect(owner.getByRole('dialog')).toBeVisible();
  await expectNoViolations(owner, 'the question whether to keep the card');
  await owner.getByRole('dialog').getByRole('button', { name: 'Keep the card' }).click();
  await expectNotice(owner, 'Blue card stays in your account.');
  await expect(notice).toHaveCount(0);

  await page.reload();
  await expect(region(page, 'Your claim of My watch was refused')).toContainText('Its owner objected');
  await untilMailed(page, world, { email, subject: 'The card “My watch” stays where it is' });
});

test('a card whose owner does not object within a week becomes the claimant’s, and neither sees the trips of the other', async ({
  page,
  openElsewhere,
  enterAs,
  world,
}) => {
  test.setTimeout(150_000);
  const owner = await openElsewhere();
  await enterAs(owner, { cards: [{ name: 'Blue card' }, { name: 'Other card', habit: 'firstTrips' }] });
  const lines = await twoLines(owner, world);
  const [{ srid }] = lines;
  const { email } = await enterAs(page, { cards: [{ name: 'Tram card', habit: 'firstTrips' }] });
  await claimCard(page, lines, 'My watch');

  const week = `claimed_at = claimed_at - interval '7 days', object_until = object_until - interval '7 days'`;
  const over = `update card_claims set ${week} where state = 'open' and medium_id = ${ofLine}`;
  expect(await inDatabase(world, over, [srid])).toBe(1);
  await doRecurringJob(world, 'decide-card-claims');
  await followMail(page, world, email, 'The card “My watch” is now yours');

  await expect(page.getByRole('link', { name: 'My watch', exact: true })).toBeVisible();
  await expect(region(page, 'You have claimed My watch')).toHaveCount(0);
  await page.goto('/card/trips-history/2');
  await expect(page.getByText('No trips yet')).toBeVisible();
  await travelAgain(world, srid);
  await page.reload();
  await expect(page.getByRole('table').getByRole('button', { name: /^Details/ })).toHaveCount(1);

  const gone = await owner.request.get(`${travels}/1/trips`);
  expect([gone.status(), (await gone.json()).error.code]).toEqual([404, 'TM0108']);
  await owner.goto('/');
  await expect(region(owner, 'Blue card has left your account')).toBeVisible();
  await expect(owner.getByRole('link', { name: 'Blue card', exact: true })).toHaveCount(0);
  await expectNoViolations(owner, 'home of whoever had a claimed card');
});

/** Adds a tap, now, of the card with this statement line. */
async function travelAgain(world: RunningWorld, srid: string): Promise<void> {
  const changed = `jsonb_build_object('trip_id', gen_random_uuid(), 'started_at', now(), 'checked_in_at', now(),
    'checked_out_at', null, 'srid', null, 'service_day', current_date)`;
  const trip = `insert into trips select (jsonb_populate_record(null::trips, to_jsonb(t) || ${changed})).*
    from (select * from trips where medium_id = ${ofLine} order by started_at desc limit 1) t`;
  expect(await inDatabase(world, trip, [srid])).toBe(1);
  const seen = `update media set last_seen_at = date_trunc('day', now(), 'UTC') where medium_id = ${ofLine}`;
  expect(await inDatabase(world, seen, [srid])).toBe(1);
}
