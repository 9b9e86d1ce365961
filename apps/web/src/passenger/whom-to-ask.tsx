import { useT } from '../lib/i18n.ts';
import { callAddress, useContact } from '../lib/use-contact.ts';
import style from './whom-to-ask.module.css';

/**
 * A link to the operator's phone, or else to its mail, beside the sentence that tells the passenger to ask. With `about`, something
 * that is hard to say by phone, it is a mail that names it.
 */
export function WhomToAsk({ about }: { about?: string }) {
  const t = useT();
  const { phone, email } = useContact() ?? {};
  if (email && about) {
    const address = `mailto:${email}?subject=${encodeURIComponent(about)}`;
    return <a href={address}>{withWhole(email, t('common.contactEmail', { email }))}</a>;
  }
  if (phone) return <a href={callAddress(phone)}>{withWhole(phone, t('common.contactPhone', { phone }))}</a>;
  return email ? <a href={`mailto:${email}`}>{withWhole(email, t('common.contactEmail', { email }))}</a> : null;
}

/** The words with this part of them, which ends no line at a hyphen of its own if a line has room for it. */
function withWhole(part: string, words: string) {
  const [before, after] = words.split(part);
  return (
    <>
      {before}
      <span className={style.whole}>{part}</span>
      {after}
    </>
  );
}
