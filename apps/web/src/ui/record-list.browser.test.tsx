import { expect, onTestFinished, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { renderPart } from '../../test/render.tsx';
import { setLanguage, useLocale } from '../lib/i18n.ts';
import { OpenedRows } from './opened-rows.tsx';
import { RecordList } from './record-list.tsx';
import type { Column } from './table.tsx';

type Book = { id: string; title: string; shelf: string };

const books: readonly Book[] = [
  { id: 'a', title: 'Atlas', shelf: 'Maps' },
  { id: 'b', title: 'Globe', shelf: 'Maps' },
  { id: 'c', title: 'Novel', shelf: 'Stories' },
];
const columns: readonly Column<Book>[] = [
  { id: 'title', header: 'Title', isRowHeader: true, cell: ({ title }) => title },
  { id: 'shelf', header: 'Shelf', align: 'end', cell: ({ shelf }) => shelf },
];

type BooksProps = { open?: string; shelf?: Record<string, string>; about?: string };

function Books({ open, shelf, about = 'All about the' }: BooksProps) {
  const locale = useLocale();
  const header = shelf?.[locale] ?? 'Shelf';
  return (
    <OpenedRows asked={open}>
      <RecordList
        caption="Books"
        records={books}
        columns={columns.map((column) => (column.id === 'shelf' ? { ...column, header } : column))}
        summary={({ title, shelf }) => `${title} (${shelf})`}
        details={{
          nameOf: ({ title }) => title,
          render: ({ title }) => (
            <p>
              {about} {title}.
            </p>
          ),
        }}
        groupOf={({ shelf }) => ({ key: shelf, heading: `Shelf of ${shelf}` })}
      />
    </OpenedRows>
  );
}

test('is a table with a heading for each group if all columns have room', async () => {
  const { getByRole } = await renderPart(<Books />);

  const table = getByRole('table', { name: 'Books' });
  await expect.element(table).toBeVisible();
  await expect.element(table.getByRole('columnheader', { name: 'Shelf', exact: true })).toBeVisible();
  await expect.element(table.getByText('Shelf of Maps')).toBeVisible();
  expect(table.getByRole('rowgroup').elements()).toHaveLength(3);
});

test('is rows under headings on a narrow screen, with the same order and the same details', async () => {
  await page.viewport(360, 740);
  const { getByText, getByRole } = await renderPart(<Books />);

  await expect.element(getByRole('heading', { level: 3, name: 'Shelf of Maps' })).toBeVisible();
  expect(getByRole('table').elements()).toHaveLength(0);
  expect(
    getByText(/\((Maps|Stories)\)$/)
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Atlas (Maps)', 'Globe (Maps)', 'Novel (Stories)']);
  await getByText('Globe (Maps)').click();

  await expect.element(getByText('All about the Globe.')).toBeVisible();
});

test('is a table again as soon as a language with shorter words has room', async () => {
  onTestFinished(() => setLanguage('en_CA'));
  const { getByRole } = await renderPart(<Books shelf={{ en_CA: 'L'.repeat(400), fr_CA: 'Rayon' }} />);
  await expect.element(getByRole('heading', { level: 3, name: 'Shelf of Maps' })).toBeVisible();

  await setLanguage('fr_CA');

  await expect.element(getByRole('table', { name: 'Books' })).toBeVisible();
});

test('is rows while it is printed, and then the table again, with the same details open', async () => {
  const { getByRole, getByText } = await renderPart(<Books />);
  const opener = getByRole('button', { name: 'Details: Globe' });
  await opener.click();
  const heading = getByRole('heading', { level: 3, name: 'Shelf of Maps' });
  onTestFinished(async () => {
    await cdp().send('Emulation.setEmulatedMedia', { media: '' });
  });

  dispatchEvent(new Event('beforeprint'));
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' });
  await expect.element(heading).toBeVisible();
  expect(
    getByText('All about the Globe.')
      .elements()
      .filter((words) => words.checkVisibility()),
  ).toHaveLength(1);
  expect(getByRole('table').elements()).toHaveLength(0);
  await cdp().send('Emulation.setEmulatedMedia', { media: '' });
  dispatchEvent(new Event('afterprint'));

  await expect.element(heading).not.toBeInTheDocument();
  await expect.element(getByRole('table', { name: 'Books' })).toBeVisible();
  await expect.element(getByText('All about the Globe.')).toBeVisible();
});

test('stays a table when long details open', async () => {
  const { getByRole, getByText } = await renderPart(<Books about={'About'.repeat(100)} />);

  await getByRole('button', { name: 'Details: Globe' }).click();

  await expect.element(getByText(/About Globe\.$/)).toBeVisible();
  await expect.element(getByRole('table', { name: 'Books' })).toBeVisible();
});

test('makes details only when they are opened', async () => {
  const { getByRole, getByText } = await renderPart(<Books />);
  expect(getByText('All about').elements()).toHaveLength(0);

  await getByRole('button', { name: 'Details: Globe' }).click();

  await expect.element(getByText('All about the Globe.')).toBeVisible();
  await expect.element(getByRole('button', { name: 'Details: Globe' })).toHaveAttribute('aria-expanded', 'true');
});

test('shows the record that a link asks for and focuses it', async () => {
  const { getByRole, getByText } = await renderPart(<Books open="c" />);

  await expect.element(getByText('All about the Novel.')).toBeVisible();
  await expect.element(getByRole('button', { name: 'Details: Novel' })).toHaveFocus();
});

test('opens the record that a link asks for while the list is shown, also one that was closed before', async () => {
  const { getByRole, rerender } = await renderPart(<Books />);
  const novel = getByRole('button', { name: 'Details: Novel' });
  const globe = getByRole('button', { name: 'Details: Globe' });
  await novel.dblClick();
  await expect.element(novel).toHaveAttribute('aria-expanded', 'false');

  for (const [open, asked] of [
    ['c', novel],
    ['b', globe],
    ['c', novel],
  ] as const) {
    await rerender(<Books open={open} />);

    await expect.element(asked).toHaveAttribute('aria-expanded', 'true');
    await expect.element(asked).toHaveFocus();
    await asked.click();
    await expect.element(asked).toHaveAttribute('aria-expanded', 'false');
  }
});

test('keeps closed what a link opened and its reader closed, when the window grows or shrinks', async () => {
  const { getByRole, getByText } = await renderPart(<Books open="c" />);
  await getByRole('button', { name: 'Details: Novel' }).click();

  await page.viewport(360, 740);

  await expect.element(getByText('Novel (Stories)')).toBeVisible();
  await expect.element(getByText('All about the Novel.')).not.toBeInTheDocument();
});

test('keeps what is open when the window grows or shrinks', async () => {
  const { getByRole, getByText } = await renderPart(<Books />);
  await getByRole('button', { name: 'Details: Novel' }).click();

  await page.viewport(360, 740);

  await expect.element(getByRole('table')).not.toBeInTheDocument();
  await expect.element(getByText('All about the Novel.')).toBeVisible();
  await expect.element(getByText('All about the Atlas.')).not.toBeInTheDocument();
});

test('prints details that were opened and closed again, because paper cannot be opened', async () => {
  await page.viewport(360, 740);
  const { getByText } = await renderPart(<Books />);
  await getByText('Globe (Maps)').click();
  await expect.element(getByText('All about the Globe.')).toBeVisible();
  await getByText('Globe (Maps)').click();
  await expect.element(getByText('All about the Globe.')).not.toBeVisible();

  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' });
  onTestFinished(() =>
    cdp()
      .send('Emulation.setEmulatedMedia', { media: '' })
      .then(() => undefined),
  );

  const isSeen = () => getByText('All about the Globe.').element().checkVisibility({ contentVisibilityAuto: true });
  await expect.poll(isSeen).toBe(true);
});

test('has plain rows if there are no details', async () => {
  await page.viewport(360, 740);
  const { getByRole } = await renderPart(
    <RecordList caption="Books" records={books} columns={columns} summary={({ title }) => title} />,
  );

  expect(
    getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Atlas', 'Globe', 'Novel']);
});
