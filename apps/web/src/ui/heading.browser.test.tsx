import { expect, test } from 'vitest';
import { renderPart } from '../../test/render.tsx';
import { Heading, UnderHeading } from './heading.tsx';

test('a heading of every level has our size and spacing, and not those of the browser', async () => {
  const { container } = await renderPart(
    <>
      <Heading>Two</Heading>
      <UnderHeading>
        <Heading>Three</Heading>
        <UnderHeading>
          <Heading>Four</Heading>
        </UnderHeading>
      </UnderHeading>
    </>,
  );

  const headings = Array.from(container.querySelectorAll('h2, h3, h4'), (heading) => getComputedStyle(heading));

  expect(headings.map(({ marginBlock }) => marginBlock)).toEqual(['0px', '0px', '0px']);
  expect(new Set(headings.map(({ fontWeight, textWrap }) => `${fontWeight} ${textWrap}`))).toEqual(
    new Set(['600 balance']),
  );
});
