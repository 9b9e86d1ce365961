import { findOverlaid } from '../apps/server/test/pdf.ts';
import { expect, test } from './support/test.ts';

const margin = { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' };

for (const landscape of [false, true]) {
  test(`no words of the account stand over others when it is printed ${landscape ? 'across' : 'upright'}`, async ({
    page,
    signIn,
  }) => {
    await signIn(page, 'Regular', '/account/edit');
    await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeVisible();
    await expect(page.getByText('This device')).toBeVisible();

    const printed = await page.pdf({ format: 'Letter', landscape, margin });

    expect(await findOverlaid(printed)).toEqual([]);
  });
}
