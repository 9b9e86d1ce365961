import { expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderPart, t } from '../../test/render.tsx';
import { say } from '../../test/say.ts';
import { ApiError } from '../lib/api-error.ts';
import { checkFields, type Reader, required } from '../lib/form-check.ts';
import { refusalFrom } from '../lib/refusal.ts';
import { ErrorSummary } from './error-summary.tsx';
import { Form } from './form.tsx';
import { Screen } from './screen.tsx';
import { TextField } from './text-field.tsx';
import { useForm } from './use-form.ts';

const short: Reader<string> = (text) => (text.length < 5 ? { value: text } : { wrong: () => 'Too long' });
const check = checkFields({ name: required, town: short });
type Sent = { name: string; town: string };

function Trial({ send, hasSummary = false }: { send: (sent: Sent) => Promise<void>; hasSummary?: boolean }) {
  const state = useForm({ check, send, refusal: (error) => refusalFrom(error, { form: ['too_many_requests'] }) });
  return (
    <Screen title="Trial">
      <Form state={state}>
        {hasSummary && <ErrorSummary wrong={state.wrong} />}
        <TextField {...state.field('name')} label="Name" />
        <TextField {...state.field('town')} label="Town" />
        <button type="submit">Send</button>
      </Form>
    </Screen>
  );
}

const fine = (): Promise<void> => Promise.resolve();

test('sends nothing that is wrong, shows the errors, keeps what was typed and moves to the first wrong field', async () => {
  const send = vi.fn(fine);
  const screen = await renderPart(<Trial send={send} />);
  const town = screen.getByRole('textbox', { name: 'Town' });

  await town.fill('Port Lumière');
  await screen.getByRole('button', { name: 'Send' }).click();

  const name = screen.getByRole('textbox', { name: 'Name' });
  await expect.element(name).toHaveFocus();
  await expect.element(name).toHaveAccessibleDescription(t('validation.required'));
  await expect.element(name).toBeInvalid();
  await expect.element(town).toHaveAccessibleDescription('Too long');
  await expect.element(town).toHaveValue('Port Lumière');
  expect(send).not.toHaveBeenCalled();
});

test('removes an error when its field is corrected, and keeps the others', async () => {
  const screen = await renderPart(<Trial send={fine} />);
  const name = screen.getByRole('textbox', { name: 'Name' });
  const town = screen.getByRole('textbox', { name: 'Town' });
  await town.fill('Port Lumière');
  await userEvent.keyboard('{Enter}');
  await expect.element(name).toBeInvalid();

  await name.fill('Maya');

  await expect.element(name).not.toBeInvalid();
  await expect.element(town).toBeInvalid();
});

test('says in the title of the page that the form was refused, until it is corrected', async () => {
  const screen = await renderPart(<Trial send={fine} />);
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  const title = 'Trial – Port Lumière Travel Account';
  await expect.poll(() => document.title).toBe(t('common.refusedTitle', { title }));

  await screen.getByRole('textbox', { name: 'Name' }).fill('Maya');

  await expect.poll(() => document.title).toBe(title);
});

test('moves to the refusal of the whole form, above the fields, and keeps everything', async () => {
  const refused = new ApiError({ status: 429, code: 'too_many_requests' });
  const screen = await renderPart(<Trial send={() => Promise.reject(refused)} />);
  await screen.getByRole('textbox', { name: 'Name' }).fill('Maya');
  await userEvent.keyboard('{Enter}');

  await expect.element(screen.getByRole('alert').getByText(t('errors.too_many_requests'))).toBeVisible();
  await expect.poll(() => document.activeElement?.textContent).toBe(t('errors.too_many_requests'));
  await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Maya');
});

test('sends once, however often the button is pressed', async () => {
  const answer = Promise.withResolvers<void>();
  const send = vi.fn(() => answer.promise);
  const screen = await renderPart(<Trial send={send} />);
  await screen.getByRole('textbox', { name: 'Name' }).fill('Maya');

  await userEvent.keyboard('{Enter}{Enter}');
  await screen.getByRole('button', { name: 'Send' }).dblClick();
  answer.resolve();

  await expect.poll(() => send.mock.calls).toEqual([[{ name: 'Maya', town: '' }]]);
});

test('a new attempt removes the notice about the failure of the last one, and no other', async () => {
  const send = vi.fn(fine).mockRejectedValueOnce(new ApiError({ status: 0, code: 'unavailable' }));
  const screen = await renderPart(<Trial send={send} />);
  await screen.getByRole('textbox', { name: 'Name' }).fill('Anna');
  // So that no notice closes by itself.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  say('Another failure', { type: 'danger', duration: 0 });
  await screen.getByRole('button', { name: 'Send' }).click();
  await expect.element(screen.getByRole('alert').getByText(t('common.network'))).toBeVisible();

  await screen.getByRole('button', { name: 'Send' }).click();

  await expect.element(screen.getByText(t('common.network'))).not.toBeInTheDocument();
  await expect.element(screen.getByText('Another failure')).toBeVisible();
  expect(send).toHaveBeenCalledTimes(2);
});

test('moves to the list of errors above a long form, each with a link to its field', async () => {
  const screen = await renderPart(<Trial send={fine} hasSummary />);
  const town = screen.getByRole('textbox', { name: 'Town' });
  await town.fill('Port Lumière');
  await userEvent.keyboard('{Enter}');
  const summary = screen.getByRole('region', { name: t('validation.summary', { count: 2 }) });
  await expect.element(summary).toHaveFocus();

  await summary.getByRole('link', { name: 'Too long' }).click();

  await expect.element(town).toHaveFocus();
});

test('moves to the field itself if only one of a long form is wrong', async () => {
  const screen = await renderPart(<Trial send={fine} hasSummary />);
  const name = screen.getByRole('textbox', { name: 'Name' });
  await name.click();

  await userEvent.keyboard('{Enter}');

  await expect.element(name).toBeInvalid();
  await expect.element(name).toHaveFocus();
});
