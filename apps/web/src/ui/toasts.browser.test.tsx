import { useState } from 'react';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { server, traceId } from '../../test/fake-server.ts';
import { holdClock } from '../../test/held-clock.ts';
import { openPortal, renderPart, signIn, t } from '../../test/render.tsx';
import { say } from '../../test/say.ts';
import { buildCardList } from '../../test/travel-fixtures.ts';
import { keepFocus } from '../lib/keep-focus.ts';
import { durations, noticesNow, notifyChange, withdrawNotice } from '../lib/notices.ts';
import { clearSession } from '../passenger/session.ts';
import { Dialog } from './dialog.tsx';
import { NoticeList } from './notice-list.tsx';

function WithDialog() {
  const [isOpen, setOpen] = useState(true);
  return (
    <Dialog title="Question" isOpen={isOpen} onClose={() => setOpen(false)}>
      <p>Answer it.</p>
    </Dialog>
  );
}

describe('closing', () => {
  test('continues the timer after a notice was closed by keyboard', async () => {
    const screen = await renderPart(<p>a page</p>);
    holdClock();
    say('first');
    await expect.element(screen.getByText('first')).toBeVisible();
    screen
      .getByRole('button', { name: t('common.close') })
      .element()
      .focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByText('first')).not.toBeInTheDocument();

    say('second');
    await expect.element(screen.getByText('second')).toBeVisible();
    await vi.advanceTimersByTimeAsync(durations.usual);

    await expect.element(screen.getByText('second')).not.toBeInTheDocument();
  });

  test('moves the focus to the next notice, and after the last one back to where it was', async () => {
    const screen = await renderPart(<button type="button">Before</button>);
    say('first', { duration: 0 });
    say('second', { duration: 0 });
    await expect.element(screen.getByText('second')).toBeVisible();
    const [first] = screen.getByRole('button', { name: t('common.close') }).elements();

    await userEvent.tab();
    await userEvent.tab();
    expect(document.activeElement).toBe(first);
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByText('first')).not.toBeInTheDocument();
    await expect.element(screen.getByRole('button', { name: t('common.close') })).toHaveFocus();
    await userEvent.keyboard('{Enter}');

    const before = screen.getByRole('button', { name: 'Before' });
    await expect.element(before).toHaveFocus();
    await expect.element(before).not.toHaveAttribute('tabindex');
  });

  test('a notice that is withdrawn while it has the focus gives it back to where it was', async () => {
    onTestFinished(keepFocus());
    const screen = await renderPart(<button type="button">Before</button>);
    say('Still there?', { uniqId: 'idle', duration: 0 });
    await expect.element(screen.getByText('Still there?')).toBeVisible();
    await userEvent.tab();
    await userEvent.tab();
    await expect.element(screen.getByRole('button', { name: t('common.close') })).toHaveFocus();

    withdrawNotice('idle');

    await expect.element(screen.getByText('Still there?')).not.toBeInTheDocument();
    await expect.element(screen.getByRole('button', { name: 'Before' })).toHaveFocus();
  });

  test('a notice that takes the place of the one with the focus gets it', async () => {
    onTestFinished(keepFocus());
    const screen = await renderPart(<button type="button">Before</button>);
    say('First try failed', { uniqId: 'try', duration: 0 });
    await expect.element(screen.getByText('First try failed')).toBeVisible();
    await userEvent.tab();
    await userEvent.tab();

    say('Second try failed', { uniqId: 'try', duration: 0 });

    await expect.element(screen.getByText('Second try failed')).toBeVisible();
    await expect.element(screen.getByRole('button', { name: t('common.close') })).toHaveFocus();
  });

  test('a notice that is withdrawn leaves the focus where the passenger has it', async () => {
    const screen = await renderPart(<button type="button">Before</button>);
    say('Still there?', { uniqId: 'idle', duration: 0 });
    await expect.element(screen.getByText('Still there?')).toBeVisible();
    await userEvent.tab();
    await userEvent.tab();
    await userEvent.tab({ shift: true });

    withdrawNotice('idle');

    await expect.element(screen.getByText('Still there?')).not.toBeInTheDocument();
    await expect.element(screen.getByRole('button', { name: 'Before' })).toHaveFocus();
  });
});

test('shows the trace id if the server sent one, and no such line without one [NOTE-03]', async () => {
  const screen = await renderPart(<p>a page</p>);

  say('with', { traceId });
  say('without');

  await expect.element(screen.getByText(t('common.traceId', { id: traceId }))).toBeVisible();
  expect(
    screen
      .getByRole('status')
      .getByRole('paragraph')
      .elements()
      .map((line) => line.textContent),
  ).toEqual(['with', t('common.traceId', { id: traceId }), 'without']);
});

test('a notice has the ten fields and four types of the specification, and shows what they say [NOTE-01]', async () => {
  const screen = await renderPart(<NoticeList />);
  const toasts = screen.getByRole('region', { name: t('nav.notices') });
  const drawing = (title: string) =>
    toasts.getByText(title).element().closest('[data-notice]')?.querySelector('svg')?.outerHTML;
  const all = { content: () => 'a sentence', duration: 0, html: true, storeInList: true, traceId } as const;

  for (const type of ['info', 'warning', 'success', 'danger'] as const) say(type, { ...all, type, uniqId: type });
  say('drawn otherwise', { ...all, type: 'info', icon: 'danger', uniqId: 'other' });
  say('not kept', { ...all, storeInList: false });

  await expect.element(toasts.getByText('drawn otherwise')).toBeVisible();
  const drawings = ['info', 'warning', 'success', 'danger'].map(drawing);
  expect(new Set(drawings).size).toBe(4);
  expect(drawing('drawn otherwise')).toBe(drawing('danger'));
  await expect.element(toasts.getByText('not kept')).toBeVisible();
  // The notices cover the bell.
  screen
    .getByRole('button', { name: /^Notices/ })
    .element()
    .focus();
  await userEvent.keyboard('{Enter}');
  const list = screen.getByRole('listitem');
  await expect.poll(() => list.elements().length).toBe(5);
  const sayings = ['drawn otherwise', 'danger', 'success', 'warning', 'info'];
  for (const [place, title] of sayings.entries())
    for (const line of [title, 'a sentence', t('common.traceId', { id: traceId })])
      await expect.element(list.nth(place).getByText(line, { exact: true })).toBeVisible();
  const { kept } = noticesNow();
  expect(new Set(kept.map(({ uuid }) => uuid)).size).toBe(5);
  expect(kept[0]).toMatchObject({
    type: 'info',
    icon: 'danger',
    uniqId: 'other',
    ...all,
    content: expect.any(Function),
  });
});

test('does not stack notices of one uniqId, and shows markup as text [NOTE-04]', async () => {
  const screen = await renderPart(<p>a page</p>);
  const markup = '<img src=x onerror="window.hacked = true"><b>bold</b>';

  say('old', { uniqId: 'same', html: true, content: () => markup });
  say('new', { uniqId: 'same', html: true, content: () => markup });

  await expect.element(screen.getByText('new')).toBeVisible();
  expect(screen.getByText('old').elements()).toHaveLength(0);
  await expect.element(screen.getByText(markup)).toBeVisible();
  expect(
    screen
      .getByRole('region', { name: t('nav.notices') })
      .element()
      .querySelector('img, b'),
  ).toBeNull();
});

describe('with a dialog open', () => {
  test('shows a notice in the dialog, where it can be read out and pressed', async () => {
    const screen = await renderPart(<WithDialog />);
    const dialog = screen.getByRole('dialog', { name: 'Question' });
    await expect.element(dialog).toBeVisible();

    say('failed', { type: 'danger', duration: 0 });

    const notice = dialog.getByRole('alert').getByText('failed');
    await expect.element(notice).toBeVisible();
    const { left, top } = notice.element().getBoundingClientRect();
    expect(notice.element().contains(document.elementFromPoint(left + 1, top + 1))).toBe(true);
    expect(document.querySelectorAll('[data-notice]')).toHaveLength(1);
  });

  test('reads no notice out again that moves with the dialog, but one that came as the dialog closed', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const screen = await renderPart(<WithDialog />);
    const dialog = screen.getByRole('dialog');
    say('Early', { duration: 0 });
    await expect.element(dialog.getByRole('status').getByText('Early')).toBeVisible();

    const close = dialog
      .getByRole('button', { name: t('common.close') })
      .first()
      .element();
    vi.setSystemTime(Date.now() + 2000);
    say('Late', { duration: 0 });
    // At once: a click of the driver takes longer on a busy machine than a notice takes to be read out.
    close.dispatchEvent(new MouseEvent('click', { bubbles: true }));

    const notices = screen.getByRole('region', { name: t('nav.notices') });
    await expect.element(notices.getByText('Early')).toBeVisible();
    await expect.element(notices.getByRole('status').getByText('Late')).toBeVisible();
    expect(notices.getByRole('status').getByText('Early').elements()).toEqual([]);
  });

  test('leaves the notice on the page when the dialog closes', async () => {
    const screen = await renderPart(<WithDialog />);
    say('failed', { type: 'danger', duration: 0 });
    await expect.element(screen.getByRole('dialog').getByText('failed')).toBeVisible();

    await userEvent.keyboard('{Escape}');

    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(screen.getByRole('alert').getByText('failed')).toBeVisible();
  });
});

describe('behind the bell', () => {
  beforeEach(() => {
    signIn();
    server.answer('listCards', () => buildCardList([]));
    server.answer('getSpend', () => ({ currencies: [] }));
  });

  test('keeps changes of the account, but no failures and no warnings about idle time', async () => {
    const { screen } = await openPortal('/');
    notifyChange(() => 'The card is linked');
    say('It failed', { type: 'danger' });
    say('Still there?', { type: 'warning', uniqId: 'idle' });

    await screen.getByRole('button', { name: new RegExp(t('nav.notices')) }).click();

    const list = screen.getByRole('listitem');
    await expect.element(list.getByText('The card is linked')).toBeVisible();
    expect(list.getByText('It failed').elements()).toHaveLength(0);
    expect(list.getByText('Still there?').elements()).toHaveLength(0);
  });

  test('has nothing of the last passenger for the next one', async () => {
    const { screen } = await openPortal('/');
    notifyChange(() => 'The card is linked');
    await expect.element(screen.getByRole('status').getByText('The card is linked')).toBeVisible();

    clearSession();
    await expect.element(screen.getByText('The card is linked')).not.toBeInTheDocument();
    signIn({ email: 'next@example.com' });
    await screen.getByRole('button', { name: new RegExp(t('nav.notices')) }).click();

    await expect.element(screen.getByText(t('nav.noticesEmpty'))).toBeVisible();
  });
});
