import { type Locale, toBcp47 } from '@tapfolio/domain/locale.ts';
import { handleError } from '../../lib/errors.ts';
import { chooseLanguage, useLocale, useT } from '../../lib/i18n.ts';
import { usePortalConfig } from '../../lib/portal-config.ts';
import { Button } from '../../ui/button.tsx';
import { CheckIcon, GlobeIcon } from '../../ui/icons.tsx';
import { closeMenu, Menu, menuItem } from '../../ui/menu.tsx';
import style from './frame.module.css';

/** Languages in their own words, the same on every page and therefore no catalogue text. */
const nativeNames: Record<Locale, string> = {
  en_CA: 'English',
  fr_CA: 'Français',
  de_DE: 'Deutsch',
  sk_SK: 'Slovenčina',
  pl_PL: 'Polski',
  it_IT: 'Italiano',
  en_GB: 'English (UK)',
};

async function choose(locale: Locale): Promise<void> {
  await chooseLanguage(locale);
  const { saveLanguage } = await import('../../features/session/api/save-language.ts');
  await saveLanguage(locale);
}

function handleChoice(locale: Locale): void {
  choose(locale).catch((error: unknown) => handleError(error));
}

/** The deployed languages in their own names, the default first (NAV-13). Two of them need no menu. */
export function LanguageSwitch() {
  const { languages } = usePortalConfig();
  const current = useLocale();
  const t = useT();
  const others = languages.deployed.filter((locale) => locale !== current);
  const [only] = others;
  if (!only) return null;
  if (others.length === 1) {
    return (
      <Button variant="quiet" className={style.tool} lang={toBcp47(only)} onClick={() => handleChoice(only)}>
        <GlobeIcon />
        {nativeNames[only]}
      </Button>
    );
  }
  return (
    <Menu label={t('nav.languages')} trigger={<GlobeIcon />}>
      <ul>
        {languages.deployed.map((locale) => (
          <li key={locale}>
            <button
              type="button"
              {...menuItem}
              lang={toBcp47(locale)}
              aria-current={locale === current || undefined}
              onClick={(event) => {
                closeMenu(event);
                handleChoice(locale);
              }}
            >
              {t(`nav.language.${locale}`)}
              {locale === current && <CheckIcon />}
            </button>
          </li>
        ))}
      </ul>
    </Menu>
  );
}
