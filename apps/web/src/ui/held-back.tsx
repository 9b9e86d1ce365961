import { createContext, type ReactNode, useCallback, useContext, useEffect, useLayoutEffect, useState } from 'react';
import style from './held-back.module.css';
import { Skeleton } from './skeleton.tsx';

/** Reports that one more part is being loaded; returns the function that reports its end. */
const Waiting = createContext<() => () => void>(() => () => undefined);

/** A first part that takes longer is not waited for: it then pushes the rest down. */
const longestMs = 1000;

type Props = {
  /** Its parts say by `Coming` that they are on their way. */
  first: ReactNode;
  children: ReactNode;
};

/**
 * Hides a screen until its first parts are there, so that none of them pushes down what the passenger reads or is about to press.
 * This happens once: parts that come later do push the rest down.
 */
export function HeldBack({ first, children }: Props) {
  // `first` itself counts as one until its parts have reported themselves. All of this happens before the first paint.
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
      {isOver ? children : <Skeleton lines={8} />}
    </>
  );
}

/** Takes the place of a part that is being loaded. Its children show when the loading takes too long. */
export function Coming({ children }: { children?: ReactNode }) {
  return (
    <>
      {children}
      <AtOnce run={useContext(Waiting)} />
    </>
  );
}

/** Runs something before anything is painted, in the order of the page; what it answers runs when this goes away. */
function AtOnce({ run }: { run: () => () => void }) {
  useLayoutEffect(run, [run]);
  return null;
}
