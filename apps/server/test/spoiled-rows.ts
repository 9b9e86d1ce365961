import { readFileSync, writeFileSync } from 'node:fs';

export interface Spoiling {
  /** How many of a hundred rows are doubled, moved, or repeated as a row that cannot be used. */
  duplicates: number;
  disorder: number;
  poison: number;
}

/** Numbers from 0 to 1 that are the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Damages a file of rows in place: good rows all stay. Every bad row is a copy of a good one, cut in half, so that
 * a reader that accepts it gets a wrong result. @returns the number of bad rows.
 */
export function spoilRows(file: string, { duplicates, disorder, poison }: Spoiling, random: () => number): number {
  const [header = '', ...rows] = readFileSync(file, 'utf8').trimEnd().split('\n');
  const place = () => Math.floor(random() * rows.length);
  const some = (percent: number) => Math.round((rows.length * percent) / 100);
  const [copies, moves, poisonous] = [some(duplicates), some(disorder), some(poison)];
  const added: string[] = [];
  for (let made = 0; made < copies; made += 1) added.push(rows[place()] ?? '');
  for (let made = 0; made < poisonous; made += 1) {
    const row = rows[place()] ?? '';
    added.push(row.slice(0, row.length / 2));
  }
  for (let made = 0; made < moves; made += 1) {
    const [from, to] = [place(), place()];
    const [one = '', other = ''] = [rows[from], rows[to]];
    rows[from] = other;
    rows[to] = one;
  }
  const all = [...rows];
  for (const row of added) {
    const at = Math.floor(random() * all.length);
    all.push(all[at] ?? row);
    all[at] = row;
  }
  writeFileSync(file, `${[header, ...all].join('\n')}\n`);
  return poisonous;
}
