import { randomFrom } from '../city/random.ts';
import type { Ledger } from './ledger.ts';
import { type FaultName, type FaultSwitch, faultSwitch, type Operation } from './wire.ts';

/** What goes wrong with one call. */
export type ChosenFault = Omit<FaultSwitch, 'fault'> & { fault: Exclude<FaultName, 'mixed'> };

const nothing = faultSwitch.parse({});
const mixture = ['error_before', 'error_after', 'reset_before', 'reset_after', 'too_many', 'garbage'] as const;
let mixedCalls = 0;

/**
 * Finds the switch that meets a call, and counts the call. One for its statement reference comes before the general one, unless
 * that says that the bank is down.
 */
export function chooseFault(ledger: Ledger, operation: Operation, statementReference: string): ChosenFault {
  const general = ledger.findSwitch('');
  const found = general?.fault === 'down' ? general : (ledger.findSwitch(statementReference) ?? general);
  if (found === undefined) return { ...nothing, fault: 'none' };
  if (!meets(found, operation)) return { ...found, fault: 'none' };
  if (found.times === 1) ledger.setSwitch({ ...found, fault: 'none', times: 0 });
  else if (found.times > 1) ledger.setSwitch({ ...found, times: found.times - 1 });
  return { ...found, fault: found.fault === 'mixed' ? mix() : found.fault };
}

function meets({ fault, on }: FaultSwitch, operation: Operation): boolean {
  if (fault === 'none') return false;
  if (fault === 'down' || on === operation) return true;
  return on === 'any' && operation !== 'query';
}

/** The same row of faults after each start. */
function mix(): ChosenFault['fault'] {
  mixedCalls += 1;
  const random = randomFrom(`sandbox bank ${mixedCalls}`);
  return random.chance(1 / 3) ? random.pick(mixture) : 'none';
}
