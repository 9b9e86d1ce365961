import type { CSSProperties } from 'react';
import style from './badge.module.css';
import { readableOn } from './readable-on.ts';

type Props = { name: string; longName?: string | null; color: string | null; textColor: string | null };

/** A line as on signs, in its own colours, which are made readable if the delivered pair is not. */
export function LineBadge({ name, longName, color, textColor }: Props) {
  const colours = readableOn(color, textColor);
  const variables = colours && { '--line-ground': colours.ground, '--line-text': colours.text };
  return (
    // The type CSSProperties has no custom properties.
    <span className={style.line} style={variables as CSSProperties | undefined} title={longName ?? undefined}>
      {name}
    </span>
  );
}
