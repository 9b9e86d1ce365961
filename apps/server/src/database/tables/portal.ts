import type { DatabasePart } from './part-names.ts';
import { all, type Distribution, type TableDeclaration, table, technical, type Verb } from './table.ts';

interface PortalTable<Column extends string> extends Pick<TableDeclaration<NoInfer<Column>>, 'rights' | 'retention'> {
  distribution?: Distribution;
  owner?: 'nobody';
  reachedBy?: Readonly<Partial<Record<NoInfer<Column>, string>>>;
  /** Each column and what it is for. */
  columns: Readonly<Record<Column, string>>;
}

/** A table that is not about persons: nothing of it is exported, and closing an account does not change it. */
function portalTable<const Column extends string>({ columns, ...draft }: PortalTable<Column>): TableDeclaration {
  const entries = Object.entries<string>(columns).map(([name, purpose]) => [name, technical(purpose)] as const);
  const kept = { distribution: 'local', owner: null, onAnonymise: 'keep', exportAs: null } as const;
  return table<string>({ ...kept, ...draft, columns: Object.fromEntries(entries) });
}

const names = { operator_code: 'Whose it is', name: 'Shown', names: 'Translations', updated_at: 'Newest import wins' };
const deliveries = 'retention.feedFileMonths';
const write: readonly Verb[] = ['select', 'insert', 'update'];

/** Small, joined with travel everywhere, and replaced by imports. */
const reference = {
  distribution: 'reference',
  owner: 'nobody',
  rights: { portal: ['select'], feed: write },
} as const;

const readByAll: Readonly<Record<DatabasePart, readonly Verb[]>> = {
  auth: ['select'],
  portal: ['select'],
  feed: ['select'],
  worker: ['select'],
};

/** What the portal itself needs to work. Nothing here is about a person. */
export const portalTables: Readonly<Record<string, TableDeclaration>> = {
  operators: portalTable({
    ...reference,
    rights: { ...reference.rights, worker: ['select'] },
    retention: 'while configured',
    columns: {
      operator_code: 'Who runs the vehicles',
      name: 'Shown',
      time_zone: 'Local times',
      day_cut: 'Service days',
      currency: 'Amounts without one',
      is_home: 'Whose portal it is',
    },
  }),
  lines: portalTable({
    ...reference,
    retention: 'as long as the portal runs: past trips were made there',
    columns: {
      ...names,
      line_id: 'Which line',
      long_name: 'Shown',
      transport_type: 'Symbol',
      color: 'Shown',
      text_color: 'Shown',
      sort_order: 'Order',
    },
  }),
  stops: portalTable({
    ...reference,
    retention: 'as long as the portal runs: past trips were made there',
    columns: {
      ...names,
      stop_id: 'Which stop',
      stop_code: 'Shown',
      parent_stop_id: 'Station of a platform',
      latitude: 'Place of the stop',
      longitude: 'Place of the stop',
    },
  }),
  throttles: portalTable({
    rights: {
      auth: all,
      portal: all,
      // Who locks a row must be able to change it.
      worker: [{ select: ['bucket', 'pending_until', 'window_ends_at'] }, { update: ['pending_until'] }, 'delete'],
    },
    retention: 'until the window of the limit ends, a day at most; a person’s own go at once',
    reachedBy: { bucket: 'keyed hash of who is counted; the row names no person' },
    columns: {
      bucket: 'Keyed hash of limit and object',
      failures: 'How often it was tried',
      pending: 'How many are being judged',
      pending_until: 'End of that',
      window_ends_at: 'End of the window',
    },
  }),
  sso_flows: portalTable({
    rights: { auth: ['select', 'insert', 'delete'], worker: [{ select: ['expires_at'] }, 'delete'] },
    retention: '10 minutes',
    reachedBy: { state_hash: 'of 256 random bits that only the browser has' },
    columns: {
      state_hash: 'Recognising the return from the provider',
      browser_hash: 'That it is the same browser',
      nonce: 'That the answer is to this question',
      code_verifier: 'That the code is ours',
      return_to: 'Which screen to go on to',
      expires_at: 'End of it',
    },
  }),
  api_keys: portalTable({
    rights: { auth: write, portal: ['select', { update: ['last_used_at'] }] },
    retention: 'for good: who could do what, and when',
    owner: 'nobody',
    reachedBy: {
      key_hash: 'of 256 random bits that only the calling system has',
      key_id: 'from the list that the administrator sees',
    },
    columns: {
      key_id: 'Names the key in lists and in the audit events',
      key_hash: 'Recognising the key',
      name: 'Which system calls with it',
      place: 'At most two of a name hold',
      operator_code: 'Whose payments it may touch',
      scopes: 'What it is good for',
      created_at: 'Shown to the administrator',
      last_used_at: 'Shown to the administrator, to the hour',
      expires_at: 'End of it',
      revoked_at: 'When it was ended before',
    },
  }),
  feed_files: portalTable({
    rights: { portal: ['select'], feed: write, worker: ['select'] },
    retention: deliveries,
    owner: 'nobody',
    columns: {
      file_id: 'Which delivery',
      format: 'How to read it',
      name: 'Shown to the administrator',
      content_hash: 'Importing once',
      size_bytes: 'Shown to the administrator',
      exported_at: 'Newest delivery wins',
      imported_at: 'Shown to the administrator',
      counts: 'Shown to the administrator',
      refusal: 'Shown to the administrator',
      header: 'How to read its lines',
      lost_columns: 'Shown to the administrator',
    },
  }),
  refused_deliveries: portalTable({
    rights: { feed: all },
    retention: 'until it is imported and in the archive, or removed from the inbox',
    owner: 'nobody',
    columns: {
      place: 'Where the administrator finds it',
      name: 'Shown to the administrator',
      reason: 'Shown to the administrator',
      refused_at: 'Shown to the administrator',
    },
  }),
  feed_rows: portalTable({
    rights: { feed: ['select', 'insert'] },
    retention: 'retention.rawRowWeeks',
    columns: {
      file_id: 'Which delivery',
      line_number: 'Which line',
      content: 'Travel as delivered, without names, to import again',
      imported_on: 'How long it is kept',
    },
  }),
  feed_quarantine: portalTable({
    rights: {
      feed: [{ select: ['file_id'] }, 'insert', 'delete'],
      worker: [{ select: ['file_id', 'line_number'] }, 'delete'],
    },
    retention: deliveries,
    columns: {
      file_id: 'Which delivery',
      line_number: 'Which line',
      reason: 'Why it could not be used',
      detail: 'Where in the line',
    },
  }),
  feed_waiting: portalTable({
    rights: { feed: all, worker: ['select', 'delete'] },
    retention: 'until its tap arrives',
    columns: {
      tap_id: 'Which tap it waits for',
      trip_id: 'Which trip',
      file_id: 'Which delivery',
      line_number: 'Which line',
      record: 'Fare as delivered',
    },
  }),
  idempotency_keys: portalTable({
    rights: { portal: all, worker: [{ select: ['created_at'] }, 'delete'] },
    retention: '7 days, and longer than what the call began',
    reachedBy: { caller: 'keyed hash of who called; the row names no person' },
    columns: {
      caller: 'Keyed hash of who called',
      key: 'Which act of the caller',
      call: 'Which call it was sent with',
      request_hash: 'Refusing the key with another request',
      running_until: 'That a call runs once',
      status: 'Answering a repetition alike',
      answer:
        'Answering a repetition alike; a state and an amount, of a refund also its operator, statement reference and trips',
      created_at: 'End of it',
    },
  }),
  operator_alarms: portalTable({
    rights: { feed: ['select', 'insert', { update: ['seen_at', 'detail'] }], worker: all },
    retention: 'retention.auditMonths',
    owner: 'nobody',
    columns: {
      alarm_id: 'Names it to the administrator',
      kind: 'What is wrong',
      subject: 'With what; an id of a collection or of a movement at the bank',
      detail: 'Amounts and the like',
      raised_at: 'Shown to the administrator',
      seen_at: 'Shown to the administrator',
      told_at: 'Writing it to the log once',
      ended_at: 'Whether it is over',
    },
  }),
  announcements: portalTable({
    // Only the command line and the sweep write: no process that answers calls may say something to all passengers.
    rights: { portal: ['select'], worker: ['select', 'insert', { update: ['ends_at'] }, 'delete'] },
    retention: '30 days after its end',
    owner: 'nobody',
    reachedBy: { announcement_id: 'from the list that the administrator sees' },
    columns: {
      announcement_id: 'Names it to the administrator, and to the page of who has closed it',
      starts_at: 'When it is shown',
      ends_at: 'When it is shown',
      level: 'Shown',
      shown_on: 'Where it is shown',
      texts: 'Shown',
    },
  }),
  bank_report_progress: portalTable({
    rights: { worker: ['select', 'insert', 'update'] },
    retention: 'for good',
    owner: 'nobody',
    columns: {
      only_row: 'That there is one row at most',
      last_day: 'From which day on reports of the bank are compared',
    },
  }),
  feed_pieces: portalTable({
    rights: { feed: write, portal: [{ select: ['kind', 'is_open', 'content'] }], worker: ['select', 'delete'] },
    retention:
      'retention.lookupDays; a chargeback that waits: retention.travelMonths; the definition of a product: for good',
    columns: {
      piece_id: 'Which row of the back office',
      kind: 'What it tells of',
      about: 'What it belongs to',
      beside: 'What else it belongs to',
      seeks: 'What it looks up',
      content: 'What it says; a card is a keyed hash',
      is_open: 'Whether another piece has yet to come',
      rank: 'Which version is the newest',
      exported_at: 'Which delivery is the newest',
      file_id: 'Which delivery it came in',
      line_number: 'Which line of it',
    },
  }),
  queue_workers: portalTable({
    rights: { worker: all },
    retention: 'a day',
    owner: 'nobody',
    columns: {
      worker_id: 'Whose jobs are still being done',
      seen_at: 'Whether it lives',
      process: 'Whether its process has ended',
    },
  }),
  key_checks: portalTable({
    rights: readByAll,
    retention: 'for good',
    owner: 'nobody',
    columns: {
      name: 'Which key',
      fingerprint: 'Refusing another key',
    },
  }),
  schema_migrations: portalTable({
    rights: readByAll,
    retention: 'for good',
    owner: 'nobody',
    columns: {
      id: 'Order',
      name: 'Which change of the schema',
      run_on: 'When it was made',
    },
  }),
};
