import { delimitedFormat } from '../delimited-format.ts';
import { littlepayAssembler } from '../littlepay/assembler.ts';
import { deposits } from './deposits.ts';

/** Settlement files of the bank Elavon: what reached the operator's account, and what was taken back. */
export const elavon = delimitedFormat({
  name: 'elavon',
  about: 'Deposits and chargebacks of the bank Elavon; beside Enghouse only chargebacks count',
  separator: '|',
  entities: [deposits],
  files: 'an Elavon file',
  assembler: littlepayAssembler,
});
