/** The next state for each state and event; an event that is absent is refused in that state. */
export type StateTable<State extends string, Event extends string> = Readonly<
  Record<State, Readonly<Partial<Record<Event, State>>>>
>;

/** The states that an event leads out of, and the one that it leads to. */
export interface StateEdges<State extends string> {
  /** What an update names in its condition. Without `next` itself: an event that leads back to its state changes nothing. */
  readonly before: readonly State[];
  readonly next: State;
}

/**
 * Where an event leads from and to.
 * @throws Error when the table leads it to no state, or to more than one.
 */
export function stateEdges<State extends string, Event extends string>(
  states: readonly State[],
  table: StateTable<State, Event>,
  event: Event,
): StateEdges<State> {
  const reached = new Set(states.flatMap((state) => table[state][event] ?? []));
  const [next] = reached;
  if (next === undefined || reached.size > 1) throw new Error(`the event ${event} leads to no single state`);
  return { before: states.filter((state) => state !== next && table[state][event] === next), next };
}
