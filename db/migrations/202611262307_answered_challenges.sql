-- The servers judge a challenge by their own clocks, so the note of its answer outlives it by far.
comment on table passkey_challenges is 'Challenges a device has answered, kept for a day, so that each is good once';
