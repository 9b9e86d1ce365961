import { readFileSync } from 'node:fs';
import { allCalls, nameOf } from '../../packages/contracts/src/contract.ts';

/**
 * Which codes a call declares in `refuses` although no test of the server got them from it. The tests write each refusal as
 * a line "call code" to this file; without it nothing was answered.
 */
export function unansweredRefusals(file: string): string[] {
  const answered = new Set(linesOf(file));
  const declared = allCalls.flatMap((call) => (call.refuses ?? []).map((code) => `${nameOf(call)} ${code}`));
  return declared.filter((line) => !answered.has(line));
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
}
