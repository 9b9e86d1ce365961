import { defaultLocale } from '@tapfolio/domain/locale.ts';
import { useLocale, useT } from '../../lib/i18n.ts';
import { usePortalConfig } from '../../lib/portal-config.ts';
import style from './footer.module.css';

/** How to reach the operator in the page's language, else in the operator's first: "contact us" always leads somewhere (I18N-03). */
export function Contacts() {
  const { brand, contacts, languages } = usePortalConfig();
  const [first = defaultLocale] = languages.deployed;
  const contact = contacts[useLocale()] ?? contacts[first];
  const t = useT();
  if (!contact) return null;
  return (
    <address className={style.contacts}>
      <strong>{brand.name}</strong>
      {contact.address?.map((line) => (
        <span key={line}>{line}</span>
      ))}
      {contact.hours && <span>{contact.hours}</span>}
      {contact.phone && (
        <span>
          {t('nav.phone')} <a href={`tel:${contact.phone.replace(/[^\d+]/g, '')}`}>{contact.phone}</a>
        </span>
      )}
      {contact.email && <a href={`mailto:${contact.email}`}>{contact.email}</a>}
      {contact.url && <a href={contact.url}>{t('nav.contact')}</a>}
    </address>
  );
}
