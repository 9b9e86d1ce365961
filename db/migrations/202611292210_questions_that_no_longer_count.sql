-- A later delivery may take a question to the bank out of its payment: its currency is another one since, or a better copy of it has come.
grant delete on authorisations to tapfolio_feed;
