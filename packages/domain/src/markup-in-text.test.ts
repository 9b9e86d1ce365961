import { expect, test } from 'vitest';
import { holdsMarkup } from './markup-in-text.ts';

test.each([
  '<p>Hello</p>',
  'Hello<br/>there',
  '<BR>',
  '<a href="https://x.example">here</a>',
  'a&nbsp;b',
  'r&eacute;ponse',
  '&#39;',
  '&#x27;',
  '</b>',
])('finds markup in %j', (text) => {
  expect(holdsMarkup(text)).toBe(true);
});

test.each([
  '',
  'Trains & buses; both',
  '3 < 4 and 5 > 4',
  'Choose <Your name> in the menu',
  'I <3 trams',
  'R&D; sales',
  'https://x.example/?a=1&b=2',
])('finds none in %j', (text) => {
  expect(holdsMarkup(text)).toBe(false);
});
