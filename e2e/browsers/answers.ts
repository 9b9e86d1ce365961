import { until } from './engine.ts';
import { changePassenger, emailOf, hasFetched, isAt, type Step, sees } from './steps.ts';

const noDialog = `document.querySelector('dialog[open]') === null`;
const hasNotices = `document.querySelector('section > [role=alert]') !== null`;
const hasFocus = (words: string) => `document.activeElement.textContent.trim() === ${JSON.stringify(words)}`;

/** What somebody without an account can look up. */
export const guest: readonly Step[] = [
  {
    name: 'finds what the message of a reader means, and returns to the button of the dialog',
    async take(engine, world) {
      await engine.go(`${world.address}/receipt-page`);
      // A press before the script acts would open nothing.
      await until('the region for notices', () => engine.evaluate(hasNotices));
      await engine.press('Card refused?');
      await sees(engine, 'Fare unpaid');
      await engine.type('Words or number on the reader', 'boarding');
      await sees(engine, 'Boarding closed');
      await until('fewer messages', () => engine.evaluate(`!document.body.innerText.includes('Fare unpaid')`));
      await engine.press('Close');
      await until('the focus on the button', () => engine.evaluate(hasFocus('Card refused?')));
    },
  },
];

/** The questions and the documents of a passenger who travels every day. */
export const regular: readonly Step[] = [
  {
    name: 'reads the answer to a question, sees its trip, and comes back',
    async take(engine, world) {
      await changePassenger(engine, world, emailOf(world, 'Regular'));
      await engine.press('See your questions');
      await isAt(engine, '/questions');
      // The link of the home screen has opened the only answer that was not read.
      await engine.press('See the trip');
      await sees(engine, 'Check-in');
      await engine.evaluate('history.back()');
      await isAt(engine, '/questions');
      await sees(engine, 'Your questions');
    },
  },
  {
    name: 'asks about another trip',
    async take(engine) {
      await engine.press('Trips');
      await engine.press('Details');
      await engine.press('Ask about this trip');
      await engine.press('The fare is wrong');
      await engine.type('Your question', 'I got off one stop earlier.');
      await engine.press('Send the question');
      await sees(engine, 'waiting for an answer');
      await until('a closed dialog', () => engine.evaluate(noDialog));
    },
  },
  {
    name: 'downloads a proof of travel and a travel statement',
    async take(engine) {
      await engine.press('Trips');
      await engine.press('Proof of travel');
      await engine.press('Download');
      await hasFetched(engine, /travel-proof/);
      await until('a closed dialog', () => engine.evaluate(noDialog));
      await engine.press('Payments');
      await engine.press('Travel statement');
      await engine.press('Download');
      await hasFetched(engine, /travel-statement/);
      await until('a closed dialog', () => engine.evaluate(noDialog));
    },
  },
];

/** Deletes the account with this address. It cannot sign in any more. */
export const deletesTheAccount = (email: string): Step => ({
  name: 'deletes the account',
  async take(engine, world) {
    await changePassenger(engine, world, email);
    await engine.evaluate(`document.querySelector('a[href="/account/edit"]').click()`);
    // Parts above the button that still load move it away from the pointer.
    await sees(engine, 'This device');
    await sees(engine, 'No passkeys yet');
    await engine.press('Delete your account');
    await engine.type('Your password', world.password);
    await engine.evaluate(`(document.querySelector('dialog select').selectedIndex = 1)`);
    await engine.press('Delete the account for good');
    await sees(engine, 'Your account is deleted');
    await until('the focus on the heading', () => engine.evaluate(hasFocus('Your account is deleted')));
  },
});
