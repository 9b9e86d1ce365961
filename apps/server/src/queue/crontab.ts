/** When the recurring jobs run, in UTC. */
export const crontab = `
* * * * * find-forgotten-messages
* * * * * decide-card-claims
* * * * * check-money
30 4 * * * reconcile-bank
*/10 * * * * sweep-expired
17 8 * * * forget-old-travel
`;
