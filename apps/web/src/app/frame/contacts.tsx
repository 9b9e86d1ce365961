import { useT } from '../../lib/i18n.ts';
import { usePortalConfig } from '../../lib/portal-config.ts';
import { callAddress, useContact } from '../../lib/use-contact.ts';
import style from './footer.module.css';

/** How to reach the operator. */
export function Contacts() {
  const { brand } = usePortalConfig();
  const contact = useContact();
  const t = useT();
  if (!contact) return null;
  return (
    <address className={style.contacts}>
      <strong className={style.line}>{brand.name}</strong>
      {contact.address?.map((line) => (
        <span key={line} className={style.line}>
          {line}
        </span>
      ))}
      {contact.hours && <span className={style.line}>{contact.hours}</span>}
      {contact.phone && (
        <span>
          {t('nav.phone')} <a href={callAddress(contact.phone)}>{contact.phone}</a>
        </span>
      )}
      {contact.email && <a href={`mailto:${contact.email}`}>{contact.email}</a>}
      {contact.url && <a href={contact.url}>{t('nav.contact')}</a>}
    </address>
  );
}
