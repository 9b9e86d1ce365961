type Rgb = readonly [number, number, number];

function rgbOf(hex: string): Rgb | undefined {
  const match = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex);
  return match ? [parseInt(match[1] ?? '', 16), parseInt(match[2] ?? '', 16), parseInt(match[3] ?? '', 16)] : undefined;
}

function luminance([red, green, blue]: Rgb): number {
  const linear = [red, green, blue].map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (linear[0] ?? 0) + 0.7152 * (linear[1] ?? 0) + 0.0722 * (linear[2] ?? 0);
}

/** The WCAG contrast of two colours, 1 to 21. */
function contrast(one: Rgb, other: Rgb): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

/**
 * The colours of a sign as CSS, with the delivered text colour only if it is readable (4.5 to 1); otherwise black or
 * white, whichever has more contrast. `undefined` if the background is no colour.
 */
export function readableOn(ground: string | null, text: string | null): { ground: string; text: string } | undefined {
  const background = rgbOf(ground ?? '');
  if (!background) return undefined;
  const wished = rgbOf(text ?? '');
  const css = (rgb: Rgb): string => `rgb(${rgb.join(' ')})`;
  if (wished && contrast(background, wished) >= 4.5) return { ground: css(background), text: css(wished) };
  const isWhiteBetter = contrast(background, [255, 255, 255]) >= contrast(background, [0, 0, 0]);
  return { ground: css(background), text: isWhiteBetter ? '#fff' : '#000' };
}
