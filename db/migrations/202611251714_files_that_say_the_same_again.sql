-- A file without a date in its name may say again what it said before another file of its name said something else.
alter table feed_files add constraint feed_files__name_content_hash_exported_at unique (format, name, content_hash, exported_at);
alter table feed_files drop constraint feed_files__name_content_hash;
