import { createContext, type ReactNode, useContext } from 'react';

/** The level of the next heading: 2 under a screen's h1, one deeper inside a part that has a heading of its own. */
const LevelContext = createContext(2);

type Level = 2 | 3 | 4;
const levels: Record<Level, 'h2' | 'h3' | 'h4'> = { 2: 'h2', 3: 'h3', 4: 'h4' };

function isLevel(level: number): level is Level {
  return level in levels;
}

/** A heading of the level that fits its place, so that no level is left out wherever the part is used. */
export function Heading({
  id,
  className,
  children,
}: {
  id?: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  const level = useContext(LevelContext);
  const Tag = levels[isLevel(level) ? level : 4];
  return (
    <Tag id={id} className={className}>
      {children}
    </Tag>
  );
}

/** What is shown under a heading. */
export function UnderHeading({ children }: { children: ReactNode }) {
  const level = useContext(LevelContext) + 1;
  return <LevelContext value={level}>{children}</LevelContext>;
}
