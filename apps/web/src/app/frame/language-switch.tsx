import { fromBcp47, type Locale, toBcp47 } from '@tapfolio/domain/locale.ts';
import { useEffect, useId, useLayoutEffect, useRef } from 'react';
import { handleError } from '../../lib/errors.ts';
import { useIsWritten } from '../../lib/hydration.ts';
import { useLocale, useT } from '../../lib/i18n.ts';
import { languageNames } from '../../lib/language-names.ts';
import { loadInTime } from '../../lib/load-in-time.ts';
import { usePortalConfig } from '../../lib/portal-config.ts';
import { changeLanguage } from '../../passenger/language-choice.ts';
import { CheckIcon, GlobeIcon } from '../../ui/icons.tsx';
import { closeMenu, closeMenus, Menu, menuItem } from '../../ui/menu.tsx';
import style from './top-bar.module.css';

async function choose(locale: Locale): Promise<void> {
  if (!(await changeLanguage(locale))) return;
  const { saveLanguage } = await loadInTime(() => import('../../features/account/api/save-language.ts'));
  await saveLanguage(locale);
}

function handleChoice(locale: Locale): void {
  choose(locale).catch((error: unknown) => {
    closeMenus();
    handleError(error);
  });
}

/**
 * The language that was pressed before the script was loaded. Of several it is the one with the focus, because a press moves the focus.
 */
function pressedEarly(list: HTMLElement | null): Locale | undefined {
  const pressed = [...(list?.querySelectorAll<HTMLElement>('button:has(+ :popover-open)') ?? [])];
  const last = pressed.find((button) => button === document.activeElement) ?? pressed.at(-1);
  return last && fromBcp47(last.lang);
}

/** The deployed languages in their own names, the default first (NAV-13). Two of them need no menu; `isLine` makes a line of one. */
export function LanguageSwitch({ isLine = false }: { isLine?: boolean }) {
  const { languages } = usePortalConfig();
  const t = useT();
  if (languages.deployed.length < 2) return null;
  if (languages.deployed.length === 2) {
    return (
      <nav aria-label={t('nav.languages')} className={isLine ? style.languageLine : undefined}>
        {isLine && <GlobeIcon />}
        <Languages className={style.languages} button={{ className: style.language }} />
      </nav>
    );
  }
  const label = t('nav.languages');
  const asLine = {
    trigger: (
      <>
        <GlobeIcon />
        {label}
      </>
    ),
    variant: 'quiet',
    className: style.languageMenu,
  } as const;
  return (
    <Menu {...(isLine ? asLine : { label, trigger: <GlobeIcon /> })}>
      <Languages button={menuItem} isMenu />
    </Menu>
  );
}

interface LanguagesProps {
  className?: string | undefined;
  button: { className?: string | undefined };
  isMenu?: boolean;
}

function Languages({ className, button, isMenu = false }: LanguagesProps) {
  const { languages } = usePortalConfig();
  const current = useLocale();
  const list = useRef<HTMLUListElement>(null);
  const chosen = useRef<Locale>(undefined);
  const id = useId();
  // Without a script a press opens the hidden popover beside the button, and so the page itself remembers the press.
  const isWritten = useIsWritten();
  useLayoutEffect(() => {
    const locale = pressedEarly(list.current);
    if (!locale) return;
    closeMenus();
    if (!isMenu) chosen.current = locale;
    handleChoice(locale);
  }, [isMenu]);
  // On a narrow page the chosen language disappears from the choice: the focus moves to a language that is still there.
  useEffect(() => {
    if (chosen.current !== current) return;
    chosen.current = undefined;
    // Who types into a field by now stays there.
    const { activeElement: focused, body } = document;
    if (focused !== body && !list.current?.contains(focused)) return;
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])].filter((button) => button.checkVisibility());
    (buttons.find((button) => button.ariaCurrent === 'true') ?? buttons[0])?.focus();
  }, [current]);
  return (
    <ul className={className} ref={list}>
      {languages.deployed.map((locale) => (
        <li key={locale}>
          <button
            type="button"
            {...button}
            lang={toBcp47(locale)}
            aria-current={locale === current || undefined}
            {...(isWritten && { popoverTarget: id + locale, popoverTargetAction: 'show' })}
            onClick={(event) => {
              if (isMenu) closeMenu(event);
              else chosen.current = locale;
              handleChoice(locale);
            }}
          >
            {languageNames[locale]}
            {isMenu && locale === current && <CheckIcon />}
          </button>
          {isWritten && <span id={id + locale} popover="manual" hidden />}
        </li>
      ))}
    </ul>
  );
}
