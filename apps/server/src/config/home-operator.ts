import type { Operator } from './config.operator.ts';

/**
 * The operator whose portal this is.
 * @throws Error for a list without one, which the schema of the configuration refuses.
 */
export function homeOperator(operators: readonly Operator[]): Operator {
  const home = operators.find((operator) => operator.home);
  if (home === undefined) throw new Error('no operator is at home');
  return home;
}
