import { useT } from '../lib/i18n.ts';
import { callAddress, useContact } from '../lib/use-contact.ts';

/**
 * A link to the operator's phone, or else to its mail, beside the sentence that tells the passenger to ask. With `about`, something
 * that is hard to say by phone, it is a mail that names it.
 */
export function WhomToAsk({ about }: { about?: string }) {
  const t = useT();
  const { phone, email } = useContact() ?? {};
  if (email && about) {
    const address = `mailto:${email}?subject=${encodeURIComponent(about)}`;
    return <a href={address}>{t('common.contactEmail', { email })}</a>;
  }
  if (phone) return <a href={callAddress(phone)}>{t('common.contactPhone', { phone })}</a>;
  return email ? <a href={`mailto:${email}`}>{t('common.contactEmail', { email })}</a> : null;
}
