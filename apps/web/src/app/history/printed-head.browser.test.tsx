import { expect, test } from 'vitest';
import { renderPart, signIn } from '../../../test/render.tsx';
import { buildCard } from '../../../test/travel-fixtures.ts';
import { PrintedHead } from './printed-head.tsx';

test('the number of a card stands behind its name, dots first, also if the name is written from right to left', async () => {
  signIn();
  const card = buildCard({ name: 'הכרטיס שלי', lastFour: '7730' });
  await renderPart(<PrintedHead card={card} range={{}} days={{ timeZone: 'America/Toronto', dayCut: '04:00' }} />);
  for (const list of document.querySelectorAll<HTMLElement>('main dl')) list.style.display = 'grid';

  const [number] = [...document.querySelectorAll('main dd [aria-hidden]')];
  const letterAt = (place: number) => {
    const range = document.createRange();
    const text = number?.firstChild;
    if (!text) throw new Error('The number is not shown.');
    range.setStart(text, place);
    range.setEnd(text, place + 1);
    return range.getBoundingClientRect().left;
  };
  expect(letterAt(0)).toBeLessThan(letterAt(5));
});
