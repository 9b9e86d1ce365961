import type { CurrencySpend, Spend } from '@tapfolio/contracts/spend.ts';
import { type TransportType, transportTypes } from '@tapfolio/domain/states.ts';
import type { SpendRow } from './spend.queries.ts';

/** Fares of one line in one week; every line has a type of transport. */
export type TypedSpend = SpendRow & { readonly transport_type: TransportType };

/**
 * The sums of one currency after the other; the one with most trips is first. The database gives groups in any order, so equal ones get an
 * order here. Where an operator's day begins earlier, its next week may have begun: that counts once it is the week of the home operator.
 */
export function presentSpend(rows: readonly TypedSpend[], firstDays: readonly string[]): Spend {
  const shown = rows.filter((row) => firstDays.includes(row.first_day));
  const currencies = [...Map.groupBy(shown, (row) => row.currency)].map(([currency, of]) =>
    presentCurrency(currency, of, firstDays),
  );
  return { currencies: currencies.toSorted(byTrips) };
}

function byTrips(one: CurrencySpend, other: CurrencySpend): number {
  return tripsOf(other) - tripsOf(one) || (one.currency < other.currency ? -1 : 1);
}

const tripsOf = ({ weeks }: CurrencySpend) => weeks.reduce((trips, week) => trips + week.trips, 0);

function presentCurrency(currency: string, rows: readonly TypedSpend[], firstDays: readonly string[]): CurrencySpend {
  const sumOf = (of: readonly TypedSpend[]) => ({
    trips: of.reduce((trips, row) => trips + row.trips, 0),
    total: { amountMinor: of.reduce((minor, row) => minor + row.fare_minor, 0), currency },
  });
  const byType = Map.groupBy(rows, (row) => row.transport_type);
  return {
    currency,
    weeks: firstDays.map((firstDay) => ({ firstDay, ...sumOf(rows.filter((row) => row.first_day === firstDay)) })),
    transportTypes: [...byType].map(([transportType, of]) => ({ transportType, ...sumOf(of) })).toSorted(bySum),
  };
}

type TypeSpend = CurrencySpend['transportTypes'][number];

function bySum(one: TypeSpend, other: TypeSpend): number {
  const bySize = other.total.amountMinor - one.total.amountMinor || other.trips - one.trips;
  return bySize || transportTypes.indexOf(one.transportType) - transportTypes.indexOf(other.transportType);
}
