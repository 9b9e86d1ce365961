-- A reference that the back office gives to payments of two cards would open the travel of one passenger to the other, whose statement shows
-- the same line.

alter table service_references add column contested_by uuid;
comment on column service_references.contested_by is 'A payment of another card that was delivered with this reference: as long as it is not corrected, the reference proves nothing';
create index service_references__contested_by on service_references (contested_by) where contested_by is not null;
