import { onTestFinished } from 'vitest';

/** Counts, from now to the end of the test, how often the event loop reached other work of this process. */
export function countTurns(): () => number {
  let turns = 0;
  let turn = setImmediate(takeTurn);
  function takeTurn(): void {
    turns += 1;
    turn = setImmediate(takeTurn);
  }
  onTestFinished(() => clearImmediate(turn));
  return () => turns;
}
