import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { FaultSwitch, Movement, Original } from './wire.ts';

/** An answer that a key was given; the same key gets it again. */
export interface KeptAnswer {
  bodyHash: string;
  status: number;
  body: string;
}

/** A message to the portal that is not yet acknowledged. */
export interface Message {
  id: string;
  body: string;
  isForged: boolean;
  attempts: number;
}

/** In what lies there as JSON. */
const statementOf = "body ->> 'statementReference'";

const schema = `
  create table if not exists movements (
    seq integer primary key,
    id text not null unique,
    reference text,
    card text not null,
    body text not null
  );
  create index if not exists movements_reference on movements (reference);
  create index if not exists movements_card on movements (card);
  create index if not exists movements_statement on movements (${statementOf});
  create table if not exists answers (
    key text primary key,
    body_hash text not null,
    status integer not null,
    body text not null
  );
  create index if not exists answers_statement on answers (${statementOf});
  create table if not exists switches (statement_reference text primary key, body text not null);
  create table if not exists messages (
    seq integer primary key,
    id text not null,
    body text not null,
    is_forged integer not null,
    due_at integer not null,
    attempts integer not null default 0
  );
  create index if not exists messages_due on messages (due_at, seq);
`;

const cardOf = ({ operatorCode, statementReference }: Pick<Movement, 'operatorCode' | 'statementReference'>): string =>
  `${operatorCode} ${statementReference}`;

/** What the sandbox bank has written down. A commit survives the death of the process. */
export class Ledger {
  readonly #database: DatabaseSync;

  /** @param survivesPowerFailure false is quicker, for tests that do not kill the bank. */
  constructor(directory: string, survivesPowerFailure: boolean) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    this.#database = new DatabaseSync(path.join(directory, 'bank.sqlite'));
    const synchronous = survivesPowerFailure ? 'full' : 'off';
    this.#database.exec(`pragma journal_mode = wal; pragma synchronous = ${synchronous};`);
    this.#database.exec(schema);
  }

  close(): void {
    this.#database.close();
  }

  /** All of it, or nothing. */
  inTransaction<Result>(work: () => Result): Result {
    this.#database.exec('begin immediate');
    try {
      const result = work();
      this.#database.exec('commit');
      return result;
    } catch (error) {
      this.#database.exec('rollback');
      throw error;
    }
  }

  /** Takes over what the bank did for the back office; what it knows already stays as it is. */
  remember(originals: readonly Original[]): void {
    this.inTransaction(() => {
      const insert = this.#database.prepare(
        'insert or ignore into movements (id, reference, card, body) values (?, null, ?, ?)',
      );
      for (const item of originals) insert.run(item.id, cardOf(item), JSON.stringify({ ...item, reference: null }));
    });
  }

  write(movement: Movement): void {
    this.#run(
      `insert into movements (id, reference, card, body) values (?, ?, ?, ?)
       on conflict (id) do update set body = excluded.body`,
      [movement.id, movement.reference, cardOf(movement), JSON.stringify(movement)],
    );
  }

  find(id: string): Movement | undefined {
    return this.#movements('select body from movements where id = ?', [id])[0];
  }

  ofReference(reference: string): Movement[] {
    return this.#movements('select body from movements where reference = ? order by seq', [reference]);
  }

  ofCard(card: Pick<Movement, 'operatorCode' | 'statementReference'>): Movement[] {
    return this.#movements('select body from movements where card = ? order by seq', [cardOf(card)]);
  }

  ofStatement(statementReference: string): Movement[] {
    return this.#movements(`select body from movements where ${statementOf} = ? order by seq`, [statementReference]);
  }

  /** What the portal asked for, in order. */
  ofPortal(): Movement[] {
    return this.#movements('select body from movements where reference is not null order by seq', []);
  }

  findAnswer(key: string): KeptAnswer | undefined {
    const row = this.#database.prepare('select body_hash, status, body from answers where key = ?').get(key);
    return row && { bodyHash: String(row.body_hash), status: Number(row.status), body: String(row.body) };
  }

  keepAnswer(key: string, { bodyHash, status, body }: KeptAnswer): void {
    this.#run('insert into answers (key, body_hash, status, body) values (?, ?, ?, ?)', [key, bodyHash, status, body]);
  }

  /** As a bank does when the keys are older than it promised to know them: of one statement reference, or all for an empty one. */
  forgetKeys(statementReference: string): void {
    if (statementReference === '') this.#run('delete from answers', []);
    else this.#run(`delete from answers where ${statementOf} = ?`, [statementReference]);
  }

  switches(): FaultSwitch[] {
    const rows = this.#database.prepare('select body from switches order by statement_reference').all();
    return rows.map((row) => JSON.parse(String(row.body)));
  }

  findSwitch(statementReference: string): FaultSwitch | undefined {
    const row = this.#database
      .prepare('select body from switches where statement_reference = ?')
      .get(statementReference);
    return row && JSON.parse(String(row.body));
  }

  /** A switch with which nothing goes wrong is taken away. */
  setSwitch(wished: FaultSwitch): void {
    const isOff = wished.fault === 'none' && wished.webhooks === 'normal';
    if (isOff) this.#run('delete from switches where statement_reference = ?', [wished.statementReference]);
    else
      this.#run('insert or replace into switches (statement_reference, body) values (?, ?)', [
        wished.statementReference,
        JSON.stringify(wished),
      ]);
  }

  clearSwitches(): void {
    this.#run('delete from switches', []);
  }

  addMessage({ id, body, isForged }: Omit<Message, 'attempts'>, dueAt: number): void {
    this.#run('insert into messages (id, body, is_forged, due_at) values (?, ?, ?, ?)', [id, body, +isForged, dueAt]);
  }

  /** The oldest message that is due, and when the next one will be. */
  nextMessage(): { seq: number; dueAt: number; message: Message } | undefined {
    const row = this.#database.prepare('select * from messages order by due_at, seq limit 1').get();
    if (row === undefined) return undefined;
    const message = {
      id: String(row.id),
      body: String(row.body),
      isForged: row.is_forged === 1,
      attempts: Number(row.attempts),
    };
    return { seq: Number(row.seq), dueAt: Number(row.due_at), message };
  }

  removeMessage(seq: number): void {
    this.#run('delete from messages where seq = ?', [seq]);
  }

  putOff(seq: number, dueAt: number): void {
    this.#run('update messages set due_at = ?, attempts = attempts + 1 where seq = ?', [dueAt, seq]);
  }

  #run(text: string, values: SQLInputValue[]): void {
    this.#database.prepare(text).run(...values);
  }

  #movements(text: string, values: SQLInputValue[]): Movement[] {
    const rows = this.#database.prepare(text).all(...values);
    return rows.map((row) => JSON.parse(String(row.body)));
  }
}
