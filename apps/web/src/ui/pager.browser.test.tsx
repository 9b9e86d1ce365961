import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPart, t } from '../../test/render.tsx';
import { setLanguage } from '../lib/i18n.ts';
import { Pager } from './pager.tsx';
import { Panel } from './panel.tsx';
import { Screen } from './screen.tsx';

const nothing = (): void => undefined;

test.each(['en_CA', 'fr_CA', 'de_DE', 'it_IT', 'pl_PL'] as const)(
  'back and forward are side by side at 360 px: %s',
  async (locale) => {
    await setLanguage(locale);
    await page.viewport(360, 740);
    const { getByRole } = await renderPart(
      <Screen title="Trips">
        <Panel isFlush>
          <Pager size={20} onSize={nothing} hasPrevious hasNext onPrevious={nothing} onNext={nothing} />
        </Panel>
      </Screen>,
    );
    const [back, forward] = [t('common.previousPage'), t('common.nextPage')].map((name) =>
      getByRole('button', { name }),
    );
    if (!back || !forward) throw new Error('two buttons were asked for');
    await expect.element(forward).toBeVisible();

    const [left, right] = [back.element().getBoundingClientRect(), forward.element().getBoundingClientRect()];
    expect(right.top).toBe(left.top);
    expect(right.right).toBeLessThanOrEqual(344);
    expect(right.height).toBeLessThan(60);
  },
);
