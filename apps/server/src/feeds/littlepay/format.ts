import { delimitedFormat } from '../delimited-format.ts';
import { littlepayAssembler } from './assembler.ts';
import { authorisations, refunds, settlements } from './bank-answers.ts';
import { customerFundingSources, products } from './cards.ts';
import {
  deviceTransactionPurchases,
  deviceTransactions,
  micropaymentDeviceTransactions,
  terminalDeviceTransactions,
} from './device-transactions.ts';
import { micropaymentAdjustments, micropayments } from './micropayments.ts';

/** Files of a Littlepay back office, versions 1 and 3: eleven kinds of rows that come in any order and say one thing each. */
export const littlepay = delimitedFormat({
  name: 'littlepay',
  about: 'Taps, fares, settlements and cards of a Littlepay back office, versions 1 and 3',
  separator: '|',
  entities: [
    ...deviceTransactions,
    terminalDeviceTransactions,
    deviceTransactionPurchases,
    ...micropayments,
    micropaymentAdjustments,
    refunds,
    micropaymentDeviceTransactions,
    ...settlements,
    ...authorisations,
    ...customerFundingSources,
    products,
  ],
  files: 'a Littlepay file',
  assembler: littlepayAssembler,
});
