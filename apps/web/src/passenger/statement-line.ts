import { useLocation } from '@tanstack/react-router';
import { isRecord } from '../lib/storage.ts';

/** What was read from a line of a bank statement: its reference, and its amount as written if it has exactly one. */
export type StatementLine = { readonly srid: string; readonly amount?: string };

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The line that the passenger searches for, or another screen hands over. It stands in no address. A reload keeps it. */
    statementLine?: StatementLine;
  }
}

/** The line of this entry of the browser's history. */
export function useStatementLine(): StatementLine | undefined {
  return readLine(useLocation({ select: ({ state }) => state.statementLine }));
}

/** The browser may have kept it since another release. */
function readLine(line: unknown): StatementLine | undefined {
  if (!isRecord(line) || typeof line.srid !== 'string') return undefined;
  return { srid: line.srid, ...(typeof line.amount === 'string' && { amount: line.amount }) };
}
