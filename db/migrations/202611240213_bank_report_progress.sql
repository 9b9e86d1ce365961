-- How far the comparison with the bank's reports has come: days on which no worker ran, or that a restore took away, are made up for.

create table bank_report_progress (
  only_row boolean not null default true,
  last_day date not null,
  constraint bank_report_progress__pk primary key (only_row),
  constraint bank_report_progress__one_row check (only_row)
);
comment on table bank_report_progress is 'How far the comparison with the reports of the bank has come; one row at most';
comment on column bank_report_progress.last_day is 'In UTC. Earlier days whose report is missing have an alarm';

grant select, insert, update on bank_report_progress to tapfolio_worker;
