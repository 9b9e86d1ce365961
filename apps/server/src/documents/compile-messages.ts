/** What the thread is asked: the template's name and its data as JSON. */
export interface CompileRequest {
  id: number;
  template: string;
  data: string;
}

/** What it answers: the file, or why it could not be made. */
export type CompileAnswer = { id: number; pdf: Uint8Array } | { id: number; problem: string };
