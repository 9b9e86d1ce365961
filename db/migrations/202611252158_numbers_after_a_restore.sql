-- What the columns mean has changed: a number is at least the seconds since 1970, so that it is also higher than the numbers that an
-- older database gave out before it was replaced by its backup.

comment on column back_office_media.last_number is 'The last number. A writer of a message takes the next one under the lock of this row, so numbers follow the order of commits';
comment on column back_office_messages.message_number is 'Higher in each message of the medium, with gaps; at least the seconds since 1970, unless an older release wrote it';
