import { isLocale, type Locale } from '@tapfolio/domain/locale.ts';
import { handleError } from '../../../lib/errors.ts';
import { chooseLanguage, useLocale, useT } from '../../../lib/i18n.ts';
import { notifyChange } from '../../../lib/notices.ts';
import { usePortalConfig } from '../../../lib/portal-config.ts';
import { Select } from '../../../ui/select.tsx';
import { saveLanguage } from '../api/save-language.ts';

/** The page changes at once; the account keeps the choice for mails and receipts (I18N-05). */
async function choose(locale: Locale): Promise<void> {
  await chooseLanguage(locale);
  try {
    await saveLanguage(locale);
  } catch (error) {
    handleError(error, {}, (t) => t('account.languageFailed'));
    return;
  }
  notifyChange((t) => t('account.languageDone', { language: t(`nav.language.${locale}`) }));
}

export function LanguageSetting() {
  const t = useT();
  const locale = useLocale();
  const { languages } = usePortalConfig();
  return (
    <Select
      label={t('account.languageHeading')}
      help={t('account.languageHelp')}
      value={locale}
      options={languages.deployed.map((language) => ({
        value: language,
        label: t(`nav.language.${language}`),
      }))}
      onChange={({ target }) => {
        if (isLocale(target.value)) void choose(target.value);
      }}
    />
  );
}
