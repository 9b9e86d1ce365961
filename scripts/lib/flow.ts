import { keysOf } from '@tapfolio/domain/keys-of.ts';

/** What becomes of a thing that has states: the declared table of states, and the words that explain it. */
export interface Flow<State extends string, Event extends string> {
  /** Of the document below `docs/flows`. */
  readonly name: string;
  /** The file of the table of states in `packages/domain/src`, if it is not `<name>-states`. */
  readonly source?: string;
  readonly title: string;
  readonly introduction: string;
  /** What makes the thing, and the state it begins in. */
  readonly begins: { readonly event: string; readonly state: State };
  /** A sentence for each state. */
  readonly states: Readonly<Record<State, string>>;
  /** A sentence for each event. */
  readonly events: Readonly<Record<Event, string>>;
  next(state: State, event: Event): State | undefined;
  /** What the states mean together. */
  readonly remark: string;
  /** What else is to be known, in sections. */
  readonly end: string;
}

/** Names as Markdown writes code. */
export function code(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

/** The flow as a document: drawn, with its states, its events and every edge. */
export function describeFlow<State extends string, Event extends string>(
  flow: Flow<State, Event>,
  script: string,
): string {
  const states = keysOf(flow.states);
  const events = keysOf(flow.events);
  const drawn = states.flatMap((from) =>
    events.flatMap((event) => {
      const to = flow.next(from, event);
      return to === undefined ? [] : [`  ${from} --> ${to}: ${event}`];
    }),
  );
  const stateRows = states.map((state) => [code([state]), flow.states[state]]);
  const eventRows = events.map((event) => [code([event]), flow.events[event]]);
  const edgeRows = states.map((from) => [code([from]), ...events.map((event) => flow.next(from, event) ?? '')]);
  return `# ${flow.title}

Generated from \`packages/domain/src/${flow.source ?? `${flow.name}-states`}.ts\` by \`${script}\`; do not edit.

${flow.introduction}

\`\`\`mermaid
stateDiagram-v2
  [*] --> ${flow.begins.state}: ${flow.begins.event}
${drawn.join('\n')}
\`\`\`

## States

${table(['State', 'Meaning'], stateRows)}

${flow.remark}

## Events

${table(['Event', 'When'], eventRows)}

## Which event leads where

An empty cell means that the event is refused and changes nothing.

${table(['From', ...events.map((event) => code([event]))], edgeRows)}

${flow.end}
`;
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');
