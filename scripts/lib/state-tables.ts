/** A declared table of states, with a sentence for each state and event. */
export interface DescribedStates<State extends string, Event extends string> {
  /** What makes the thing, and the state it begins in. */
  readonly begins: { readonly event: string; readonly state: State };
  readonly states: Readonly<Record<State, string>>;
  readonly events: Readonly<Record<Event, string>>;
  next(state: State, event: Event): State | undefined;
}

/** The parts of a document about states, in Markdown. */
export interface StateTables {
  readonly diagram: string;
  readonly states: string;
  readonly events: string;
  /** Which event leads where; a place is empty where an event is refused. */
  readonly edges: string;
}

/** Names as Markdown writes code. */
export function code(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

/** Draws the edges and lists states and events, in the order in which they are described. */
export function stateTables<State extends string, Event extends string>(
  described: DescribedStates<State, Event>,
): StateTables {
  const { begins, next } = described;
  // The keys of a record are its literal keys.
  const states = Object.keys(described.states) as State[];
  const events = Object.keys(described.events) as Event[];
  const drawn = states.flatMap((from) =>
    events.flatMap((event) => {
      const to = next(from, event);
      return to === undefined ? [] : [`  ${from} --> ${to}: ${event}`];
    }),
  );
  const lines = ['```mermaid', 'stateDiagram-v2', `  [*] --> ${begins.state}: ${begins.event}`, ...drawn, '```'];
  return {
    diagram: lines.join('\n'),
    states: table(
      ['State', 'Meaning'],
      states.map((state) => [code([state]), described.states[state]]),
    ),
    events: table(
      ['Event', 'When'],
      events.map((event) => [code([event]), described.events[event]]),
    ),
    edges: table(
      ['From', ...events.map((event) => code([event]))],
      states.map((from) => [code([from]), ...events.map((event) => next(from, event) ?? '')]),
    ),
  };
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');
