import { parseStatementLine } from '@tapfolio/domain/statement-reference.ts';
import { useT } from '../../../lib/i18n.ts';
import { usePortalConfig } from '../../../lib/portal-config.ts';
import { useMoney } from '../../../lib/use-money.ts';
import { classes } from '../../../ui/classes.ts';
import style from './statement-field.module.css';

const sampleAmountMinor = 370;

/** A drawing of a bank statement: shows the reference in a line of this operator, and what banks write before it. */
export function StatementDrawing() {
  const t = useT();
  const money = useMoney();
  const { statementReference: rules, currency } = usePortalConfig();
  const srid = parseStatementLine(rules.sample, rules).srid ?? rules.sample;
  const [before = '', after = ''] = rules.sample.split(srid);
  return (
    <figure className={style.drawing}>
      <figcaption>{t('receipts.statementTitle')}</figcaption>
      <div className={style.paper}>
        <div className={classes(style.line, style.blank)} aria-hidden="true">
          <span className={style.dim} />
          <span>{money({ amountMinor: 1865, currency })}</span>
        </div>
        <div className={classes(style.line, style.ours)}>
          <span translate="no">
            {before}
            <span className={style.reference}>{srid}</span>
            {after}
          </span>
          <span>{money({ amountMinor: sampleAmountMinor, currency })}</span>
          <span className={style.pointer} aria-hidden="true">
            ↑ {t('receipts.statementReference')}
          </span>
        </div>
        <div className={classes(style.line, style.blank)} aria-hidden="true">
          <span className={style.dim} />
          <span>{money({ amountMinor: 4200, currency })}</span>
        </div>
      </div>
      {rules.prefixes.length > 0 && <p>{t('receipts.statementPrefixes', { prefixes: rules.prefixes.join(', ') })}</p>}
    </figure>
  );
}
