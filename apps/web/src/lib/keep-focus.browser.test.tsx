import { useEffect, useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Locator, userEvent } from 'vitest/browser';
import { renderPart, t } from '../../test/render.tsx';
import { Footer } from '../app/frame/footer.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { NoticeList } from '../ui/notice-list.tsx';
import { keepFocus } from './keep-focus.ts';
import { notifyChange } from './notices.ts';

let stop = (): void => undefined;
beforeEach(() => {
  stop = keepFocus();
});
afterEach(() => stop());

/** Removes the control of the last {@link Vanishing} without a press. */
let vanish = (): void => undefined;

function Vanishing({ next }: { next?: () => void }) {
  const [isThere, setThere] = useState(true);
  useEffect(() => {
    vanish = () => setThere(false);
  }, []);
  const handleClick = (): void => {
    setThere(false);
    next?.();
  };
  return (
    <section aria-label="Part">
      {isThere && (
        <button type="button" onClick={handleClick}>
          Vanish
        </button>
      )}
      <p>What stays</p>
    </section>
  );
}

test('puts the focus on the part around a control that leaves the page', async () => {
  const screen = await renderPart(<Vanishing />);

  await userEvent.tab();
  await userEvent.keyboard('{Enter}');

  await expect.element(screen.getByRole('region', { name: 'Part' })).toHaveFocus();
});

function Choice() {
  const [isChosen, setChosen] = useState(false);
  if (isChosen) return <p>What was chosen</p>;
  return (
    <section>
      <button type="button" onClick={() => setChosen(true)}>
        Choose
      </button>
    </section>
  );
}

test('puts the focus on the heading of the screen if no surrounding part is left', async () => {
  const screen = await renderPart(
    <>
      <h1>Trips</h1>
      <Choice />
    </>,
  );

  await userEvent.tab();
  await userEvent.keyboard('{Enter}');

  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});

test('puts the focus on the footer after its notice about cookies has been closed', async () => {
  const screen = await renderPart(<Footer />);
  const gotIt = screen.getByRole('button', { name: t('nav.gotIt') });
  await expect.element(gotIt).toBeVisible();

  await userEvent.tab();
  await userEvent.keyboard('{Enter}');

  await expect.element(gotIt).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement?.localName).toBe('footer');
});

test('puts the focus on the open menu if the button that emptied it disappears', async () => {
  notifyChange((now) => now('common.saveSuccess'));
  const screen = await renderPart(<NoticeList />);

  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');

  await expect.element(screen.getByText(t('nav.noticesEmpty'))).toBeVisible();
  await expect.poll(() => document.activeElement?.matches(':popover-open')).toBe(true);
});

test('leaves the focus where the screen has put it', async () => {
  const screen = await renderPart(
    <>
      <Vanishing next={() => document.querySelector('input')?.focus()} />
      <input aria-label="Next" />
    </>,
  );

  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('button')).not.toBeInTheDocument();

  await expect.element(screen.getByRole('textbox', { name: 'Next' })).toHaveFocus();
});

test('does not move the focus after a press outside any control', async () => {
  const screen = await renderPart(
    <>
      <Vanishing />
      <p>Plain text</p>
    </>,
  );
  await userEvent.tab();

  await screen.getByText('Plain text').click();
  vanish();

  await expect.element(screen.getByRole('button')).not.toBeInTheDocument();
  expect(document.activeElement).toBe(document.body);
});

/** A paid fare: its button leaves the page before the dialog closes. */
function Paying() {
  const [isAsked, setAsked] = useState(false);
  const [isOwed, setOwed] = useState(true);
  const handleConfirm = async (): Promise<void> => {
    setOwed(false);
    await new Promise((resolve) => requestAnimationFrame(resolve));
    setAsked(false);
  };
  return (
    <section aria-label="Fare">
      {isOwed && (
        <button type="button" onClick={() => setAsked(true)}>
          Pay
        </button>
      )}
      <p>What stays</p>
      <ConfirmDialog
        title="Pay it?"
        confirmLabel="Yes"
        isOpen={isAsked}
        onConfirm={handleConfirm}
        onClose={() => setAsked(false)}
      >
        <p>Once.</p>
      </ConfirmDialog>
    </section>
  );
}

test('puts it on the part around a dialog that closes after the control that opened it has gone', async () => {
  const screen = await renderPart(<Paying />);
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  const confirm = screen.getByRole('dialog').getByRole('button', { name: 'Yes' });
  await expect.element(confirm).toBeVisible();

  confirm.element().focus();
  await userEvent.keyboard('{Enter}');

  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(screen.getByRole('region', { name: 'Fare' })).toHaveFocus();
});

/** A row whose button leaves the page before its dialog, which stands outside the list, closes. */
function Choosing() {
  const [isAsked, setAsked] = useState(false);
  const [isChosen, setChosen] = useState(false);
  const handleConfirm = async (): Promise<void> => {
    setChosen(true);
    await new Promise((resolve) => requestAnimationFrame(resolve));
    setAsked(false);
  };
  return (
    <>
      <h1>Packages</h1>
      <ul>
        <li>Ten rides</li>
        <li>
          Weekend
          {!isChosen && (
            <button type="button" onClick={() => setAsked(true)}>
              Choose
            </button>
          )}
        </li>
      </ul>
      <ConfirmDialog
        title="Choose it?"
        confirmLabel="Yes"
        isOpen={isAsked}
        onConfirm={handleConfirm}
        onClose={() => setAsked(false)}
      >
        <p>Once.</p>
      </ConfirmDialog>
    </>
  );
}

test('puts the focus on the row whose button opened a dialog and left the page', async () => {
  const screen = await renderPart(<Choosing />);
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  const confirm = screen.getByRole('dialog').getByRole('button', { name: 'Yes' });
  await expect.element(confirm).toBeVisible();

  confirm.element().focus();
  await userEvent.keyboard('{Enter}');

  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(screen.getByRole('listitem').filter({ hasText: 'Weekend' })).toHaveFocus();
});

/** Safari gives the focus to no button that is pressed with a pointer. */
const pressAsInSafari = async (button: Locator): Promise<void> => {
  button.element().addEventListener('mousedown', (event) => event.preventDefault(), { once: true });
  await button.click();
};

test('puts the focus on the part around a pressed control that leaves the page, in Safari too', async () => {
  const screen = await renderPart(<Vanishing />);

  await pressAsInSafari(screen.getByRole('button', { name: 'Vanish' }));

  await expect.element(screen.getByRole('region', { name: 'Part' })).toHaveFocus();
});

function Opening() {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <ConfirmDialog title="Sure?" confirmLabel="Yes" isOpen={isOpen} onConfirm={async () => close()} onClose={close}>
        <p>Text</p>
      </ConfirmDialog>
    </>
  );
}

test('gives the focus back to the button that opened a dialog, in Safari too', async () => {
  const screen = await renderPart(<Opening />);
  const opener = screen.getByRole('button', { name: 'Open' });

  await pressAsInSafari(opener);
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  await userEvent.keyboard('{Escape}');

  await expect.element(opener).toHaveFocus();
});

test('leaves the focus in a field from which Enter sends the form', async () => {
  const screen = await renderPart(
    <form onSubmit={(event) => event.preventDefault()}>
      <input aria-label="Field" />
      <button type="submit">Send</button>
    </form>,
  );

  await screen.getByRole('textbox').click();
  await userEvent.keyboard('{Enter}');

  await expect.element(screen.getByRole('textbox')).toHaveFocus();
});
