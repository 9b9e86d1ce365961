-- No statement searches by it: unpaid fares are rows of `debts`. With it, PostgreSQL wrote every index anew when a payment changed its status.

drop index payments__unpaid;
