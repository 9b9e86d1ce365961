-- What the back office delivered, as delivered. Ordinary tables beside the importer.

create table feed_files (
  file_id bigint generated always as identity,
  format text not null,
  name text not null,
  content_hash bytea not null,
  size_bytes bigint not null,
  exported_at timestamptz not null,
  imported_at timestamptz not null default now(),
  counts jsonb not null,
  refusal text,
  constraint feed_files__pk primary key (file_id),
  constraint feed_files__name_content_hash unique (format, name, content_hash)
);
comment on table feed_files is 'Ledger of files: a row appears in the same transaction as everything made of the file';
comment on column feed_files.exported_at is 'From the file''s name; the newest export wins, then the highest line';
comment on column feed_files.refusal is 'Why the file as a whole could not be read; null when it was';

create table feed_rows (
  file_id bigint not null,
  line_number integer not null,
  content text not null,
  constraint feed_rows__pk primary key (file_id, line_number),
  constraint feed_rows__file_id foreign key (file_id) references feed_files (file_id) on delete cascade
);
comment on table feed_rows is 'Every row as it stood in its file, so that a new mapping can be replayed';

create table feed_quarantine (
  file_id bigint not null,
  line_number integer not null,
  reason text not null,
  detail text,
  constraint feed_quarantine__pk primary key (file_id, line_number),
  constraint feed_quarantine__file_id foreign key (file_id) references feed_files (file_id) on delete cascade
);
comment on table feed_quarantine is 'Rows that could not be used, each with its reason';

create table feed_waiting (
  tap_id uuid not null,
  trip_id uuid not null,
  file_id bigint not null,
  line_number integer not null,
  record jsonb not null,
  constraint feed_waiting__pk primary key (tap_id, trip_id)
);
comment on table feed_waiting is 'Fares that came before their tap; taken up when the tap arrives';
