-- After the restore of an older database the worker writes down the trips of a lost refund, where they are certain.
grant insert on refund_trips to tapfolio_worker;
