const least = 1;
const most = 5;

/** When to come back, in seconds: at random, so that those who were refused together do not come back together. */
export function comeBackSeconds(): number {
  return least + Math.floor(Math.random() * (most - least + 1));
}
