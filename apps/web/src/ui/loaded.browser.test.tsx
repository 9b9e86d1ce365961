import { useQuery } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { traceId } from '../../test/fake-server.ts';
import { renderPart, t } from '../../test/render.tsx';
import { ApiError } from '../lib/api-error.ts';
import { Loaded } from './loaded.tsx';

const unreached = new TypeError('Failed to fetch');

/** A part that shows earlier data, because newer data did not come. */
function Old({ error = unreached }: { error?: Error }) {
  const queryFn = () => Promise.reject(error);
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

test('newer data that the server could not give are reported with the trace id', async () => {
  const screen = await renderPart(<Old error={new ApiError({ status: 500, code: 'TM0001', traceId })} />);

  const note = screen.getByRole('alert').filter({ hasText: t('common.outdated') });
  await expect.element(note.getByText(t('errors.TM0001'))).toBeVisible();
  await expect.element(note.getByText(t('common.traceId', { id: traceId }))).toBeVisible();
});
