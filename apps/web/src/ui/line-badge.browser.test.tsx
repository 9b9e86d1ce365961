import { expect, test } from 'vitest';
import { renderPart } from '../../test/render.tsx';
import { LineBadge } from './line-badge.tsx';

test.each(['Green Line – Heath Street', 'Hauptbahnhof–Universität–Nordfriedhof'])(
  'a line without a short name is shown with its whole name: %s',
  async (name) => {
    const screen = await renderPart(<LineBadge name={name} color={null} textColor={null} />);

    const badge = screen.getByText(name).element();
    expect(badge.scrollWidth).toBeLessThanOrEqual(badge.clientWidth);
    expect(badge.getBoundingClientRect().width).toBeLessThan(140);
  },
);
