import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPart, t } from '../../test/render.tsx';
import { say } from '../../test/say.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { doubleTapMs } from './stray-press.ts';

function Asked({ onConfirm }: { onConfirm: () => Promise<void> }) {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Delete it
      </button>
      <ConfirmDialog
        title="Sure?"
        confirmLabel="Yes"
        isOpen={isOpen}
        onConfirm={() => onConfirm().then(close)}
        onClose={close}
      >
        <p>It is gone then.</p>
      </ConfirmDialog>
    </>
  );
}

test('cannot be closed while it acts, acts once, and returns the focus when it is done', async () => {
  const done = Promise.withResolvers<void>();
  const act = vi.fn(() => done.promise);
  const screen = await renderPart(<Asked onConfirm={act} />);
  const opener = screen.getByRole('button', { name: 'Delete it' });
  await opener.click();
  const dialog = screen.getByRole('dialog', { name: 'Sure?' });

  await dialog.getByRole('button', { name: 'Yes' }).dblClick();
  await userEvent.keyboard('{Escape}{Escape}{Escape}');
  await dialog.getByRole('button', { name: t('common.cancel') }).click({ force: true });
  await dialog.getByRole('button', { name: t('common.close') }).click({ force: true });
  // What the back gesture of a phone and an insistent browser do.
  const element = dialog.element() as HTMLDialogElement; // the role says so
  element.dispatchEvent(new Event('cancel', { cancelable: true }));
  element.close();

  await expect.element(dialog).toBeVisible();
  expect(act).toHaveBeenCalledTimes(1);
  done.resolve();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

/** Puts the button that opens the dialog where the button is that confirms it. */
async function openerUnderYes(screen: Awaited<ReturnType<typeof renderPart>>) {
  const opener = screen.getByRole('button', { name: 'Delete it' });
  await opener.click();
  const { left, top } = screen.getByRole('button', { name: 'Yes' }).element().getBoundingClientRect();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  const { style } = opener.element() as HTMLElement; // the role says so
  Object.assign(style, { position: 'fixed', left: `${left}px`, top: `${top}px` });
  return opener;
}

test('the second press of a double click on the button that opens it confirms nothing', async () => {
  const act = vi.fn(() => Promise.resolve());
  const screen = await renderPart(<Asked onConfirm={act} />);
  const opener = await openerUnderYes(screen);

  await opener.dblClick();

  await expect.element(screen.getByRole('dialog')).toBeVisible();
  expect(act).not.toHaveBeenCalled();
  await screen.getByRole('button', { name: 'Yes' }).dblClick();
  expect(act).toHaveBeenCalledTimes(1);
});

test('a finger that taps twice on the button that opens it confirms nothing', async () => {
  const act = vi.fn(() => Promise.resolve());
  const screen = await renderPart(<Asked onConfirm={act} />);
  const opener = await openerUnderYes(screen);
  const tap = (name: string): boolean =>
    screen
      .getByRole('button', { name })
      .element()
      .dispatchEvent(new PointerEvent('click', { pointerType: 'touch', detail: 1, bubbles: true, cancelable: true }));

  await opener.click();
  tap('Yes');

  await expect.element(screen.getByRole('dialog')).toBeVisible();
  expect(act).not.toHaveBeenCalled();
  await new Promise((later) => setTimeout(later, doubleTapMs));
  tap('Yes');
  expect(act).toHaveBeenCalledTimes(1);
});

test('Escape closes it unless an action is in progress', async () => {
  const act = vi.fn(() => Promise.resolve());
  const screen = await renderPart(<Asked onConfirm={act} />);
  await screen.getByRole('button', { name: 'Delete it' }).click();
  await expect.element(screen.getByRole('dialog')).toBeVisible();

  await userEvent.keyboard('{Escape}');

  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  expect(act).not.toHaveBeenCalled();
});

test('a second try removes the notice about the failure of the first one, which closed the dialog', async () => {
  const act = vi
    .fn<() => Promise<void>>(async () => undefined)
    .mockImplementationOnce(async () => say('It failed', { type: 'danger', duration: 0 }));
  const screen = await renderPart(<Asked onConfirm={act} />);
  const opener = screen.getByRole('button', { name: 'Delete it' });
  const yes = screen.getByRole('button', { name: 'Yes' });
  await opener.click();
  await yes.click();
  await expect.element(screen.getByText('It failed')).toBeVisible();

  await opener.click();
  await yes.click();

  await expect.element(screen.getByText('It failed')).not.toBeInTheDocument();
  expect(act).toHaveBeenCalledTimes(2);
});

test.each([
  [320, ['Yes, delete it for good', 'common.cancel']],
  [1280, ['common.cancel', 'Yes, delete it for good']],
] as const)('Tab goes to the buttons in the order in which they stand in a window of %i px', async (width, order) => {
  await page.viewport(width, 740);
  const props = { title: 'Sure?', confirmLabel: 'Yes, delete it for good', isOpen: true };
  const screen = await renderPart(
    <ConfirmDialog {...props} onConfirm={() => undefined} onClose={() => undefined}>
      <p>It is gone then.</p>
    </ConfirmDialog>,
  );
  await expect.element(screen.getByRole('button', { name: t('common.close') })).toHaveFocus();

  for (const name of order) {
    await userEvent.keyboard('{Tab}');
    await expect.element(screen.getByRole('button', { name: name === 'common.cancel' ? t(name) : name })).toHaveFocus();
  }
});
