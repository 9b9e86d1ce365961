import { toBcp47 } from '@tapfolio/domain/locale.ts';
import type { Money } from '@tapfolio/domain/money.ts';
import { partOfOne, ratesOn, type Supply, splitTaxesOfDays } from '@tapfolio/domain/taxes.ts';
import type { Config } from '../../config/config.ts';
import type { Listing, Pen } from '../../documents/sheet.ts';
import { assertThat } from '../../lib/assert-that.ts';

export interface TaxListing extends Listing {
  readonly netName: string;
  readonly net: string;
}

/** Whether the taxes of a currency depend on the day. */
export function changeByDay({ legal }: Config, currency: string): boolean {
  return (legal.vatRates[currency] ?? []).some(({ from, until }) => from !== undefined || until !== undefined);
}

/** The taxes of the days of travel, although their rates may have changed since. No tax is in money of which more was given back than paid. */
export function writeTaxes(
  { t, locale, money }: Pen,
  { legal }: Config,
  { kept: { amountMinor, currency }, supplies }: { kept: Money; supplies: readonly Supply[] },
): TaxListing {
  const split = splitTaxesOfDays(Math.max(0, amountMinor), supplies, (day) =>
    ratesOn(day, legal.vatRates[currency] ?? []),
  );
  assertThat(split !== undefined, 'NWA0012', { currency });
  const percent = new Intl.NumberFormat(toBcp47(locale), { style: 'percent', maximumFractionDigits: 4 });
  return {
    title: t('receiptdoc.taxes'),
    head: [t('receiptdoc.tax'), t('receiptdoc.rate'), t('receiptdoc.taxAmount')],
    rows: split.taxes.map((tax) => [
      tax.name,
      percent.format(partOfOne(tax.percent)),
      money({ amountMinor: tax.amountMinor, currency }),
    ]),
    netName: t('receiptdoc.net'),
    net: money({ amountMinor: split.netMinor, currency }),
  };
}
