/** For what is found again and again, such as by a job that comes again every few seconds. */
export function sayOnce(say: () => void): () => void {
  let isSaid = false;
  return () => {
    if (!isSaid) say();
    isSaid = true;
  };
}
