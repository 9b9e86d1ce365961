import style from '../app/frame/frame.module.css';
import { currentLocale } from '../lib/i18n.ts';
import { portalConfig, productName } from '../lib/portal-config.ts';
import { TransitIcon } from '../ui/icons.tsx';

/** What stands on the page until a signed-in screen arrives: the operator's bar, in its place and colours. */
export function ShellFrame({ words }: { words: string }) {
  const { brand } = portalConfig();
  const locale = currentLocale();
  return (
    <div className={style.page}>
      <header className={style.top}>
        <div className={style.bar}>
          <span className={style.brand}>
            <span className={style.mark}>
              <TransitIcon />
            </span>
            <span className={style.names}>
              <strong>{productName(brand, locale)}</strong>
              <span className={style.operator}>{brand.name}</span>
            </span>
          </span>
        </div>
      </header>
      <main className={style.main} aria-busy="true">
        <p className={style.skip}>{words}</p>
      </main>
    </div>
  );
}
