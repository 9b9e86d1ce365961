-- Which news of cards a passenger does not want by mail. The list has what is turned off, so news of a later release is on until it is turned off.
alter table passengers
  add column unwanted_news text[] not null default '{}',
  add constraint passengers__unwanted_news check (unwanted_news <@ array['refused', 'accepted']);
comment on column passengers.unwanted_news is 'News of cards that the passenger does not want by mail';
grant select (unwanted_news) on passengers to tapfolio_worker;
