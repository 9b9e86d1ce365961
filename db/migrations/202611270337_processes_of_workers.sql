-- A worker that starts on the machine of a dead one need not watch for its beats: the machine knows whether its process has ended.

alter table queue_workers add column process text;
comment on column queue_workers.process is 'Host, its current start, process namespace, account, number and start of the process, to ask that machine whether it has ended. Null where that is unknown';
