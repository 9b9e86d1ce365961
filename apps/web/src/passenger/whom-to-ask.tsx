import { useT } from '../lib/i18n.ts';
import { callAddress, useContact } from '../lib/use-contact.ts';

/** A link to the operator's phone, else to its mail: where the passenger is told to ask, there it can be done. */
export function WhomToAsk() {
  const t = useT();
  const { phone, email } = useContact() ?? {};
  if (phone) return <a href={callAddress(phone)}>{t('common.contactPhone', { phone })}</a>;
  return email ? <a href={`mailto:${email}`}>{t('common.contactEmail', { email })}</a> : null;
}
