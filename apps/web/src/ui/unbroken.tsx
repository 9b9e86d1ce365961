import style from './unbroken.module.css';

type Props = {
  words: string;
  /** Short enough for the narrowest line, and for whoever reads it out one word: `K7M-2QF`. A browser that translates the page leaves it as it is. */
  part: string;
};

/** Words with a part that ends no line at a hyphen of its own. */
export function Unbroken({ words, part }: Props) {
  const at = words.indexOf(part);
  if (at < 0) return words;
  return (
    <>
      {words.slice(0, at)}
      <span translate="no" className={style.unbroken}>
        {part}
      </span>
      {words.slice(at + part.length)}
    </>
  );
}
