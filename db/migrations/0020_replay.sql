-- Rows as delivered can be read again after the configuration or a rule was corrected. Without its header nobody knows
-- which column of a row is which.
alter table feed_files add column header text;
comment on column feed_files.header is 'The file''s first row, by which its rows are read; null for timetables and for files imported before it was kept';

grant select on feed_rows to tapfolio_feed;
grant select (file_id), delete on feed_quarantine to tapfolio_feed;
