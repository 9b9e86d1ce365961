import { delimitedFormat } from '../delimited-format.ts';
import { littlepayAssembler } from '../littlepay/assembler.ts';
import { payWindows } from './pay-windows.ts';
import { taps } from './taps.ts';
import { ticketResults } from './ticket-results.ts';
import { transactions } from './transactions.ts';

/** Files of an Enghouse back office: taps, fares, payment windows and transactions, each known by its header. */
export const enghouse = delimitedFormat({
  name: 'enghouse',
  about: 'Taps, fares, payments and transactions of an Enghouse back office',
  separator: ';',
  entities: [taps, ticketResults, payWindows, transactions],
  files: 'an Enghouse file',
  // If both deliver an operator's travel, its payments here show where Littlepay's trips belong.
  assembler: littlepayAssembler,
});
