import type { CSSProperties } from 'react';
import style from './badge.module.css';
import { readableOn } from './readable-on.ts';

type Props = { name: string; longName?: string | null; color: string | null; textColor: string | null };

/** A line as the signs show it, in its own colours, made readable when the delivered pair is not. */
export function LineBadge({ name, longName, color, textColor }: Props) {
  const colours = readableOn(color, textColor);
  const variables = colours && { '--line-ground': colours.ground, '--line-text': colours.text };
  return (
    // Custom properties are no known keys of CSSProperties.
    <span className={style.line} style={variables as CSSProperties | undefined} title={longName ?? undefined}>
      {name}
    </span>
  );
}
