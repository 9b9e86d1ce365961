import { afterEach, describe, expect, test } from 'vitest';
import { cdp } from 'vitest/browser';
import { renderPart } from '../../test/render.tsx';
import { Alert } from './alert.tsx';
import { Badge } from './badge.tsx';
import { Button } from './button.tsx';
import { Quiet } from './layout.tsx';
import { Panel } from './panel.tsx';
import { StatusText, type Tone } from './status-text.tsx';

const tones: readonly Tone[] = ['neutral', 'info', 'success', 'warning', 'danger'];

/** Emulates the settings of the reader's system; without an argument it resets them. */
const emulate = (...features: { name: string; value: string }[]) =>
  cdp().send('Emulation.setEmulatedMedia', { features });

afterEach(() => emulate());

type Rgb = readonly number[];

/** Paints a colour, because browsers write colours in different forms. */
function rgbOf(colour: string): Rgb {
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  return [...context.getImageData(0, 0, 1, 1).data];
}

function luminance([red = 0, green = 0, blue = 0]: Rgb): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The background colour of an element's words: that of the first ancestor which has one. */
function groundOf(element: Element): Rgb {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const ground = rgbOf(getComputedStyle(at).backgroundColor);
    if (ground[3] === 255) return ground;
  }
  return [255, 255, 255];
}

function contrastOf(element: Element): number {
  const [light = 0, dark = 0] = [luminance(rgbOf(getComputedStyle(element).color)), luminance(groundOf(element))].sort(
    (a, b) => b - a,
  );
  return (light + 0.05) / (dark + 0.05);
}

function Everything() {
  return (
    <>
      {(['raised', 'sunken'] as const).map((look) => (
        <Panel key={look} look={look}>
          {tones.map((tone) => (
            <p key={tone}>
              <StatusText tone={tone}>status {tone}</StatusText> <Badge tone={tone}>badge {tone}</Badge>
            </p>
          ))}
          <Quiet>quiet words</Quiet>
        </Panel>
      ))}
      {(['info', 'success', 'warning', 'danger'] as const).map((type) => (
        <Alert key={type} type={type} title={`title ${type}`}>
          text {type}
        </Alert>
      ))}
      <Button variant="danger">Delete</Button>
      <Button variant="primary">Save</Button>
    </>
  );
}

/** Every element that has words of its own. */
const worded = (): Element[] =>
  [...document.querySelectorAll('main *')].filter(({ childNodes }) =>
    [...childNodes].some(({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim()),
  );

describe.each(['light', 'dark'])('in %s', (scheme) => {
  test.each(['no-preference', 'more'])('every tone is readable, requested contrast: %s', async (contrast) => {
    await emulate({ name: 'prefers-color-scheme', value: scheme }, { name: 'prefers-contrast', value: contrast });
    const { getByText } = await renderPart(<Everything />);
    await expect.element(getByText('text danger')).toBeVisible();

    expect(matchMedia(`(prefers-color-scheme: ${scheme}) and (prefers-contrast: ${contrast})`).matches).toBe(true);
    const weak = worded().filter((element) => contrastOf(element) < 4.5);

    expect(worded().length).toBeGreaterThan(25);
    expect(weak.map(({ textContent }) => textContent)).toEqual([]);
  });
});

test('a tone is more than its colour: each status has its own shape, and keeps it in forced colours', async () => {
  await emulate({ name: 'forced-colors', value: 'active' });
  const { getByText } = await renderPart(<Everything />);
  await expect.element(getByText('text danger')).toBeVisible();

  expect(matchMedia('(forced-colors: active)').matches).toBe(true);
  const shapes = tones.slice(1).map((tone) => {
    const drawing = document.querySelector(`span[data-tone=${tone}] svg`);
    expect(drawing?.checkVisibility()).toBe(true);
    return drawing?.innerHTML;
  });

  expect(new Set(shapes).size).toBe(4);
  const badge = getByText('badge danger').first().element();
  expect(rgbOf(getComputedStyle(badge).borderTopColor)).toEqual(rgbOf('CanvasText'));
});
