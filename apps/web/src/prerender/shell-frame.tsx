import style from '../app/frame/frame.module.css';
import topBar from '../app/frame/top-bar.module.css';
import { currentLocale } from '../lib/i18n.ts';
import { portalConfig, productName } from '../lib/portal-config.ts';
import { TransitIcon } from '../ui/icons.tsx';

/** Shown until a signed-in screen arrives: the operator's bar, in its place and colours. */
export function ShellFrame({ words }: { words: string }) {
  const { brand } = portalConfig();
  const locale = currentLocale();
  return (
    <div className={style.page}>
      <header className={topBar.top}>
        <div className={topBar.bar}>
          <span className={topBar.brand}>
            <span className={topBar.mark}>
              <TransitIcon />
            </span>
            <span className={topBar.names}>
              <strong>{productName(brand, locale)}</strong>
              <span className={topBar.operator}>{brand.name}</span>
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
