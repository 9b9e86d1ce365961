import { useState } from 'react';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { refuse, server } from '../../test/fake-server.ts';
import { openPortal, renderPart, t } from '../../test/render.tsx';
import { translatePage } from '../../test/translate-page.ts';
import { endureTranslation } from './translated-page.ts';

beforeEach(() => {
  const { insertBefore, removeChild } = Node.prototype;
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue') ?? {};
  onTestFinished(() => {
    Object.assign(Node.prototype, { insertBefore, removeChild });
    Object.defineProperty(Node.prototype, 'nodeValue', nodeValue);
  });
  endureTranslation();
});

/** How `translatePage` writes a text. */
const translated = (text: string): string => `«${text}»`;

function translate(): void {
  const stop = translatePage();
  onTestFinished(stop);
}

test('a passenger whose browser translates the page reads why a sign-in was refused', async () => {
  server.answer('signIn', refuse('login_failed'));
  await openPortal('/login');
  await page.getByLabelText(t('common.email')).fill('maya@example.com');
  await page.getByLabelText(t('common.password')).first().fill('wrong');
  translate();

  await page.getByRole('button', { name: translated(t('login.submit')) }).click();

  await expect.element(page.getByText(translated(t('errors.login_failed'))).first()).toBeVisible();
  await expect.element(page.getByLabelText(translated(t('common.email')))).toHaveValue('maya@example.com');
});

/** Words beside a part that comes and goes, and words that go. */
function Changing() {
  const [isChanged, setChanged] = useState(false);
  return (
    <section>
      {isChanged && <b>new</b>}
      {isChanged ? null : 'old words'}
      <button type="button" onClick={() => setChanged(!isChanged)}>
        change
      </button>
    </section>
  );
}

test('what stands beside translated words comes, goes and comes again', async () => {
  await renderPart(<Changing />);
  const change = page.getByRole('button', { name: translated('change') });
  const added = page.getByText(translated('new'));
  translate();

  await change.click();
  await expect.element(added).toBeVisible();
  await change.click();
  await expect.element(added).not.toBeInTheDocument();
  await change.click();

  await expect.element(added).toBeVisible();
});

/** Words beside a number that changes. */
function Counting() {
  const [count, setCount] = useState(1);
  return (
    <section>
      <p>
        Page {count} of 9{count > 2 && ', the last'}
      </p>
      <button type="button" onClick={() => setCount(count + 1)}>
        next
      </button>
    </section>
  );
}

test('words that change are translated anew in their place, and words that go are gone', async () => {
  const { container } = await renderPart(
    <>
      <Counting />
      <Changing />
    </>,
  );
  translate();
  const next = page.getByRole('button', { name: translated('next') });
  const words = (): string | undefined => container.querySelector('p')?.textContent;

  await next.click();
  await expect.poll(words).toBe('«Page »«2»« of 9»');
  await next.click();
  await expect.poll(words).toBe('«Page »«3»« of 9»«, the last»');

  await expect.element(page.getByText(translated('old words'))).toBeVisible();
  await page.getByRole('button', { name: translated('change') }).click();
  await expect.element(page.getByText('old words')).not.toBeInTheDocument();
});

test('words that a translator has put into an element of its own are removed with it', async () => {
  const { container } = await renderPart(<Changing />);
  const words = document.createTreeWalker(container, NodeFilter.SHOW_TEXT).nextNode();
  const around = document.createElement('font');
  words?.parentNode?.replaceChild(around, words);
  around.append(words ?? '');

  await page.getByRole('button', { name: 'change' }).click();

  await expect.element(page.getByText('new')).toBeVisible();
  expect(around.isConnected).toBe(false);
});

test('a wrong call that no translator explains throws as before', () => {
  const elsewhere = document.createElement('p');
  const apart = document.createElement('p');

  expect(() => document.body.removeChild(elsewhere)).toThrow(DOMException);
  expect(() => document.body.insertBefore(apart, elsewhere)).toThrow(DOMException);
});
