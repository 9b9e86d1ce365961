/**
 * When the recurring jobs run, in UTC. After a pause of the machine, or a step of its clock, the queue adds the jobs of each minute that was
 * missed, one after the other. With a key, a job that still waits is replaced by the next, so they do not pile up.
 */
export const crontab = `
* * * * * find-forgotten-messages ?jobKey=find-forgotten-messages
* * * * * decide-card-claims ?jobKey=decide-card-claims
* * * * * check-money ?jobKey=check-money
30 4 * * * reconcile-bank
*/10 * * * * sweep-expired ?jobKey=sweep-expired
17 8 * * * forget-old-travel
* * 1-9 * * ask-for-months ?jobKey=ask-for-months
`;
