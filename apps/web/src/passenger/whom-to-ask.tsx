import { useT } from '../lib/i18n.ts';
import { callAddress, useContact } from '../lib/use-contact.ts';

/**
 * A link to the operator's phone, else to its mail: where the passenger is told to ask, there it can be done. What is `about`
 * something that is hard to say by phone goes by mail, which then names it.
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
