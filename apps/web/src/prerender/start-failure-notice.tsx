import style from '../app/frame/frame.module.css';
import { startFailureId } from '../app/start-failure.ts';

/** An empty address is that of the page itself, with its filter. */
const thisPage = '';

/**
 * Says that the portal did not start. It is written into every page in the page's language, stands outside of what React
 * draws and shows by style alone after a while, so that it needs neither a script nor texts that may not have come.
 */
export function StartFailureNotice({ words, retry }: { words: string; retry: string }) {
  return (
    <div id={startFailureId} className={style.unstarted} role="alert">
      <p>{words}</p>
      <a href={thisPage}>{retry}</a>
    </div>
  );
}
