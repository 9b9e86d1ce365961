import { useLocation } from '@tanstack/react-router';
import { sessionUser } from './session.ts';

/** What was read from a line of a bank statement: its reference, and its amount as written if it has exactly one. */
export type StatementLine = { readonly srid: string; readonly amount?: string };

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Leads to a line that the passenger searches for, or another screen hands over. The line itself stands in no address and no history. */
    statementLine?: string;
  }
}

/** The lines of this page, each with the address of its passenger: the next one at this page must not read them. */
const lines = new Map<string, StatementLine & { readonly owner: string | undefined }>();

/** Keeps a line for this page only. The result leads to it, in the state of an entry of the browser's history. */
export function keepStatementLine(line: StatementLine): string {
  const key = `${performance.timeOrigin} ${lines.size}`;
  lines.set(key, { ...line, owner: sessionUser()?.email });
  return key;
}

/** The line of this entry of the browser's history; none after a reload, a sign-out, or for another passenger. */
export function useStatementLine(): StatementLine | undefined {
  const line = lines.get(useLocation({ select: ({ state }) => state.statementLine ?? '' }));
  return line?.owner === sessionUser()?.email ? line : undefined;
}
