import { expect, test } from 'vitest';
import { leftOfCharacter } from '../../../test/measure-words.ts';
import { renderPart, signIn, t } from '../../../test/render.tsx';
import { buildCard } from '../../../test/travel-fixtures.ts';
import { PrintedHead } from './printed-head.tsx';

test('the number of a card stands behind its name, dots first, also if the name is written from right to left', async () => {
  signIn();
  const card = buildCard({ name: 'הכרטיס שלי', lastFour: '7730' });
  await renderPart(<PrintedHead card={card} range={{}} days={{ timeZone: 'America/Toronto', dayCut: '04:00' }} />);
  for (const list of document.querySelectorAll<HTMLElement>('main dl')) list.style.display = 'grid';

  const [number] = document.querySelectorAll('main dd [aria-hidden]');
  if (!number) throw new Error('The number is not shown.');
  expect(leftOfCharacter(number, 0)).toBeLessThan(leftOfCharacter(number, 5));
});

test.each([
  [{ first_name: 'Maya', last_name: 'Tremblay' }, 'Maya Tremblay'],
  [{ first_name: null, last_name: 'Tremblay' }, 'Tremblay'],
  [{ first_name: null, last_name: null }, undefined],
])('an employer or a tax office reads whose list it is, if the passenger has given a name: %o', async (user, name) => {
  signIn(user);

  await renderPart(
    <PrintedHead card={buildCard()} range={{}} days={{ timeZone: 'America/Toronto', dayCut: '04:00' }} />,
  );

  const labels = [...document.querySelectorAll('main dt')];
  const label = labels.find((one) => one.textContent === t('cards.printedName'));
  expect(label?.nextElementSibling?.textContent).toBe(name);
});
