import { useQuery } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { renderPart, t } from '../../test/render.tsx';
import { Loaded } from './loaded.tsx';

/** A part that shows earlier data, because newer data did not come. */
function Old() {
  const queryFn = () => Promise.reject(new TypeError('Failed to fetch'));
  const query = useQuery({ queryKey: ['list'], queryFn, initialData: 'The list', networkMode: 'always' });
  return <Loaded query={query}>{(list) => <p>{list}</p>}</Loaded>;
}

test('earlier data are called out of date, but not without a network, which the frame tells once', async () => {
  const network = vi.spyOn(navigator, 'onLine', 'get');
  onTestFinished(() => network.mockRestore());
  const screen = await renderPart(<Old />);
  const note = screen.getByRole('alert').filter({ hasText: t('common.outdated') });
  await expect.element(note).toBeVisible();

  network.mockReturnValue(false);
  dispatchEvent(new Event('offline'));

  await expect.element(screen.getByText('The list')).toBeVisible();
  await expect.element(note).not.toBeInTheDocument();
});
