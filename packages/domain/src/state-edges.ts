/** The next state for each state and event; an event that is absent is refused in that state. */
export type StateTable<State extends string, Event extends string> = Readonly<
  Record<State, Readonly<Partial<Record<Event, State>>>>
>;

/** The states in which an event is accepted, and the state after it. */
export interface StateEdges<State extends string> {
  /** What an update names in its condition. Without `next` itself: an event that leads back to its state changes nothing. */
  readonly before: readonly State[];
  readonly next: State;
}

/**
 * Returns the states before and after an event.
 * @throws Error if the table has no next state for the event, or more than one.
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
