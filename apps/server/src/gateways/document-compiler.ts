/** The port to the compiler of PDF documents; `documents/threaded-compiler.ts` is the adapter. */
export interface DocumentCompiler {
  /** Makes a tagged PDF from a template and its data. */
  compile(template: string, data: unknown): Promise<Uint8Array>;
  close(): Promise<void>;
}
