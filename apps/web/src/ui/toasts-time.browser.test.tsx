import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { holdClock, pass, untilTrue } from '../../test/held-clock.ts';
import { renderPart, t } from '../../test/render.tsx';
import { say } from '../../test/say.ts';
import { durations } from '../lib/notices.ts';

test.each([
  ['success', undefined, 5000],
  ['danger', undefined, 8000],
  ['warning', undefined, 5000],
  ['info', undefined, 5000],
  ['info', durations.short, 2000],
  ['warning', durations.idleWarning, 8000],
  ['warning', durations.idleExceeded, 10_000],
] as const)(
  'announces a notice (%s, %s), shows it for %i ms, and waits while the pointer or the focus is on it [NOTE-02]',
  async (type, duration, ms) => {
    const screen = await renderPart(<button type="button">Before</button>);
    const region = screen.getByRole('region', { name: t('nav.notices') });
    // The live regions exist before the text that they announce.
    const live = region.getByRole(type === 'danger' || type === 'warning' ? 'alert' : 'status');
    await expect.element(live).toBeInTheDocument();
    const shown = () => live.getByText('said').elements().length;
    holdClock();

    say('said', { type, ...(duration !== undefined && { duration }) });
    await untilTrue(() => shown() === 1);
    await userEvent.hover(live.getByText('said'));
    await pass(ms * 3);
    expect(shown()).toBe(1);
    live.getByRole('button').element().focus();
    await userEvent.unhover(live.getByText('said'));
    await pass(ms * 3);
    expect(shown()).toBe(1);
    await userEvent.tab({ shift: true });
    await untilTrue(() => vi.getTimerCount() === 1);
    await pass(ms - 1);
    expect(shown()).toBe(1);
    await pass(1);

    expect(shown()).toBe(0);
  },
);
