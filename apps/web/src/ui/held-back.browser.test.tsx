import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { renderPart } from '../../test/render.tsx';
import { Coming, HeldBack } from './held-back.tsx';

const rest = <p>The rest</p>;
const first = (isComing: boolean): ReactNode =>
  isComing ? (
    <Coming>
      <p>It is coming</p>
    </Coming>
  ) : (
    <p>It is there</p>
  );

test('shows the rest at once if nothing is loading', async () => {
  const { getByText } = await renderPart(<HeldBack first={first(false)}>{rest}</HeldBack>);

  expect(getByText('The rest').elements()).toHaveLength(1);
});

test('shows the rest when the last of the first parts is loaded, and hides it no more', async () => {
  const parts = (one: boolean, other: boolean) => (
    <HeldBack
      first={
        <>
          {first(one)}
          <div>{first(other)}</div>
        </>
      }
    >
      {rest}
    </HeldBack>
  );
  const { getByText, rerender } = await renderPart(parts(true, true));
  expect(getByText('The rest').elements()).toHaveLength(0);

  await rerender(parts(false, true));
  expect(getByText('The rest').elements()).toHaveLength(0);

  await rerender(parts(false, false));
  expect(getByText('The rest').elements()).toHaveLength(1);

  await rerender(parts(true, false));
  expect(getByText('The rest').elements()).toHaveLength(1);
});

test('does not wait forever', async () => {
  const { getByText } = await renderPart(<HeldBack first={first(true)}>{rest}</HeldBack>);

  expect(getByText('The rest').elements()).toHaveLength(0);
  await expect.element(getByText('The rest')).toBeVisible();
  await expect.element(getByText('It is coming')).toBeVisible();
});
