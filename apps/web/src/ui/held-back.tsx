import { createContext, type ReactNode, useCallback, useContext, useEffect, useLayoutEffect, useState } from 'react';
import style from './held-back.module.css';
import { Skeleton, type SkeletonShape, shownTiles } from './skeleton.tsx';

/** Reports that one more part is being loaded; returns the function that reports its end. */
const Waiting = createContext<() => () => void>(() => () => undefined);

/** If the first part takes longer, the screen is shown without it: it then pushes the rest down. */
export const longestMs = 1000;

type Props = {
  /** Its parts report with `Coming` that they are loading. */
  first: ReactNode;
  children: ReactNode;
  /** What the hidden screen looks like: by default a panel. */
  shape?: SkeletonShape;
};

/**
 * Hides a screen until its first parts are loaded, so that none of them pushes down what the passenger reads or is about to press.
 * This happens once: parts that come later do push the rest down.
 */
export function HeldBack({ first, children, shape = 'panel' }: Props) {
  // `first` itself counts as one part until its parts have reported. All of this happens before the first paint.
  const [coming, setComing] = useState(1);
  const [isOver, setOver] = useState(false);
  const wait = useCallback(() => {
    setComing((count) => count + 1);
    return () => setComing((count) => count - 1);
  }, []);
  const begin = useCallback(() => {
    setComing((count) => count - 1);
    return () => setComing((count) => count + 1);
  }, []);
  if (coming === 0 && !isOver) setOver(true);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), longestMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <div className={style.first} hidden={!isOver}>
        <Waiting value={wait}>
          {first}
          <AtOnce run={begin} />
        </Waiting>
      </div>
      {isOver ? children : <Skeleton lines={shape === 'panel' ? 8 : shownTiles} shape={shape} />}
    </>
  );
}

/** Replaces a part that is being loaded. Its children are shown if the loading takes too long. */
export function Coming({ children }: { children?: ReactNode }) {
  return (
    <>
      {children}
      <AtOnce run={useContext(Waiting)} />
    </>
  );
}

/** Runs a function before the paint, in the order of the page; the returned function runs when this is removed. */
function AtOnce({ run }: { run: () => () => void }) {
  useLayoutEffect(run, [run]);
  return null;
}
