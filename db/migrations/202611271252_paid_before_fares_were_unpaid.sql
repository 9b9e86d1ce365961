-- A back office may lower a fare of which a part was paid before. What was taken of it is known only if the row says what was paid when the
-- fare was last called unpaid: until then it grew to no more than was due of the fare as a whole.
alter table debts add column paid_before_minor bigint not null default 0;
comment on column debts.paid_before_minor is 'What was paid of the window when a delivery last called it unpaid: with due_minor, the whole amount that was due then';

-- Of a fare that is not unpaid any more, the newest amounts tell it: what was missing is paid since or written off.
update debts
set paid_before_minor = case when is_unpaid then paid_minor else greatest(0, paid_minor + written_off_minor - due_minor) end
where paid_minor > 0;
