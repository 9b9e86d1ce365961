import style from '../app/frame/frame.module.css';
import { startFailureId } from '../app/start-failure.ts';

/** An empty address is the address of the page itself, with its query. */
const thisPage = '';

/**
 * Says that the portal did not start. It is written into every page in the page's language, outside of what React
 * draws, and appears after a while by styles only, so it needs no script and no texts that may be missing.
 */
export function StartFailureNotice({ words, retry }: { words: string; retry: string }) {
  return (
    <div id={startFailureId} className={style.unstarted} role="alert">
      <p>{words}</p>
      <a href={thisPage}>{retry}</a>
    </div>
  );
}
