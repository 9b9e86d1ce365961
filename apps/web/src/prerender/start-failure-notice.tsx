import style from '../app/frame/frame.module.css';
import { startFailureId } from '../app/start-failure.ts';

/** An empty address is the address of the page itself, with its query. */
const thisPage = '';

type Props = { words: string; retry: string; scriptsOff: string };

/**
 * Says that the portal did not start. It is written into every page in the page's language, outside of what React
 * draws, and appears by styles only, so it needs no script and no texts that may be missing: after a while, or at once in a browser
 * that runs no scripts.
 */
export function StartFailureNotice({ words, retry, scriptsOff }: Props) {
  return (
    <div id={startFailureId} className={style.unstarted} role="alert">
      <div>
        <p>{words}</p>
        <a href={thisPage}>{retry}</a>
      </div>
      <p className={style.scriptsOff}>{scriptsOff}</p>
    </div>
  );
}
