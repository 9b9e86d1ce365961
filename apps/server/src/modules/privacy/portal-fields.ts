import { type TableRules, table, technical } from './fields.ts';

const aboutNobody = { owner: null, onAnonymise: 'keep', exportAs: null } as const;

function portalTable(retention: string, fields: Readonly<Record<string, string>>): TableRules {
  const entries = Object.entries(fields).map(([name, purpose]) => [name, technical(purpose)] as const);
  return table({ ...aboutNobody, retention, fields: Object.fromEntries(entries) });
}

const names = { operator_code: 'Whose it is', name: 'Shown', names: 'Translations', updated_at: 'Newest import wins' };
const deliveries = 'retention.feedFileMonths';

/** What the portal itself needs to work. Nothing here is about a person. */
export const portalTables: Readonly<Record<string, TableRules>> = {
  operators: portalTable('while configured', {
    operator_code: 'Who runs the vehicles',
    name: 'Shown',
    time_zone: 'Local times',
    day_cut: 'Service days',
    currency: 'Amounts without one',
    is_home: 'Whose portal it is',
  }),
  lines: portalTable('as long as the portal runs: past trips were made there', {
    ...names,
    line_id: 'Which line',
    long_name: 'Shown',
    transport_type: 'Symbol',
    color: 'Shown',
    text_color: 'Shown',
    sort_order: 'Order',
  }),
  stops: portalTable('as long as the portal runs: past trips were made there', {
    ...names,
    stop_id: 'Which stop',
    stop_code: 'Shown',
    parent_stop_id: 'Station of a platform',
    latitude: 'Place of the stop',
    longitude: 'Place of the stop',
  }),
  throttles: portalTable('until the window of the limit ends, a day at most; a person’s own go at once', {
    bucket: 'Keyed hash of limit and object',
    failures: 'How often it was tried',
    pending: 'How many are being judged',
    pending_until: 'End of that',
    window_ends_at: 'End of the window',
  }),
  sso_flows: portalTable('10 minutes', {
    state_hash: 'Recognising the return from the provider',
    browser_hash: 'That it is the same browser',
    nonce: 'That the answer is to this question',
    code_verifier: 'That the code is ours',
    return_to: 'Which screen to go on to',
    expires_at: 'End of it',
  }),
  sso_logout_tokens: portalTable('one hour', {
    token_id: 'Obeying a message once',
    expires_at: 'End of it',
  }),
  feed_files: portalTable(deliveries, {
    file_id: 'Which delivery',
    format: 'How to read it',
    name: 'Shown to the operator',
    content_hash: 'Importing once',
    size_bytes: 'Shown to the operator',
    exported_at: 'Newest delivery wins',
    imported_at: 'Shown to the operator',
    counts: 'Shown to the operator',
    refusal: 'Shown to the operator',
    header: 'How to read its lines',
  }),
  feed_rows: portalTable('retention.rawRowWeeks', {
    file_id: 'Which delivery',
    line_number: 'Which line',
    content: 'Travel as delivered, without names, to import again',
    imported_on: 'How long it is kept',
  }),
  feed_quarantine: portalTable(deliveries, {
    file_id: 'Which delivery',
    line_number: 'Which line',
    reason: 'Why it could not be used',
    detail: 'Where in the line',
  }),
  feed_waiting: portalTable('until its tap arrives', {
    tap_id: 'Which tap it waits for',
    trip_id: 'Which trip',
    file_id: 'Which delivery',
    line_number: 'Which line',
    record: 'Fare as delivered',
  }),
  queue_workers: portalTable('a day', {
    worker_id: 'Whose jobs are still being done',
    seen_at: 'Whether it lives',
  }),
  key_checks: portalTable('for good', {
    name: 'Which key',
    fingerprint: 'Refusing another key',
  }),
  schema_migrations: portalTable('for good', {
    id: 'Order',
    name: 'Which change of the schema',
    run_on: 'When it was made',
  }),
};
