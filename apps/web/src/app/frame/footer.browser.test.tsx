import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { buildPortalConfig } from '../../../test/fixtures.ts';
import { openPortal, t } from '../../../test/render.tsx';
import { setPortalConfig } from '../../lib/portal-config.ts';

test('on a wide page the lines of the footer stand at one distance, with and without a link, and its parts on one line', async () => {
  await page.viewport(1280, 800);
  const contact = {
    phone: '1 705 555-0142',
    email: 'help@port-lumiere.example',
    address: ['1 Lighthouse Square', 'Port Lumière'],
    hours: 'Monday to Saturday',
    url: 'https://transit.port-lumiere.example/help',
  };
  const links = { imprint: { en_CA: 'https://transit.port-lumiere.example/about' } };
  setPortalConfig(buildPortalConfig({ contacts: { en_CA: contact }, links }));
  const { screen } = await openPortal('/error');
  const footer = screen.getByRole('contentinfo');
  await expect.element(footer.getByText(t('nav.imprint'))).toBeVisible();
  const lines = [...(document.querySelector('footer address')?.children ?? [])];
  const tops = lines.map((line) => line.getBoundingClientRect().top);

  const distances = tops.slice(1).map((top, place) => Math.round(top - (tops[place] ?? 0)));

  expect(lines.length).toBeGreaterThan(3);
  expect(new Set(distances).size).toBe(1);
  const baselineOf = (element: Element | undefined) => {
    const words = document.createRange();
    words.selectNodeContents(element ?? document.body);
    return words.getBoundingClientRect().bottom;
  };
  expect(baselineOf(footer.getByText(t('nav.imprint')).element())).toBeCloseTo(baselineOf(lines[0]), 0);
});
