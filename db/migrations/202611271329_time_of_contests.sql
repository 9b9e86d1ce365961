-- An older export that comes late neither contests a reference nor ends a contest.

alter table service_references add column contested_at timestamptz;
comment on column service_references.contested_at is 'When the row was exported by which `contested_by` has this reference';
