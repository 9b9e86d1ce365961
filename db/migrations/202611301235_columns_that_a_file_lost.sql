-- A column that an export no longer has removes its values. Only the report of the import said so: `status` shows it, too.
alter table feed_files add column lost_columns text[];
comment on column feed_files.lost_columns is 'Columns that are read, that the export before had and that this one lacks; null if none, and for files imported before this was kept';
