/** When the recurring jobs run, in UTC. */
export const crontab = `
* * * * * find-forgotten-messages
*/10 * * * * sweep-expired
17 8 * * * forget-old-travel
`;
