import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parentPort } from 'node:worker_threads';
import type { CompileAnswer, CompileRequest } from './compile-messages.ts';
import { makeDrawable, readCoverage } from './font-coverage.ts';

/** The part of the Typst binding that we use; the platform's package brings no declarations. */
interface TypstCompiler {
  pdf(
    source: { mainFilePath: string; inputs: Record<string, string> },
    options: { pdfStandard: 'ua-1'; creationTimestamp: number },
  ): Uint8Array;
  evictCache(age: number): void;
}
interface TypstBinding {
  NodeCompiler: { create(options: { workspace: string; fontArgs: { fontBlobs: Buffer[] }[] }): TypstCompiler };
}

const require = createRequire(import.meta.url);
const workspace = import.meta.dirname;

const fonts = ['400Regular/SourceSans3_400Regular.ttf', '600SemiBold/SourceSans3_600SemiBold.ttf'].map((file) =>
  readFileSync(require.resolve(`@expo-google-fonts/source-sans-3/${file}`)),
);
const covered = readCoverage(fonts[0] ?? Buffer.alloc(0));
const compiler = openCompiler();

/** The binding exists for one platform; elsewhere every document answers why it cannot be made. */
function openCompiler(): TypstCompiler | string {
  try {
    // `require` gives no types; the interface above is the promise of the pinned version.
    const binding = require('@myriaddreamin/typst-ts-node-compiler-linux-x64-gnu') as TypstBinding;
    return binding.NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs: fonts }] });
  } catch (error) {
    return `the document compiler is not available on ${process.platform}-${process.arch}: ${String(error)}`;
  }
}

function compile(request: CompileRequest): CompileAnswer {
  if (typeof compiler === 'string') return { id: request.id, problem: compiler };
  const data: unknown = makeDrawable(JSON.parse(request.data), covered);
  try {
    const pdf = compiler.pdf(
      { mainFilePath: path.join(workspace, `${request.template}.typ`), inputs: { data: JSON.stringify(data) } },
      // The document sets its own date from the data, so that the same receipt has the same bytes.
      { pdfStandard: 'ua-1', creationTimestamp: 0 },
    );
    return { id: request.id, pdf };
  } catch (error) {
    return { id: request.id, problem: describe(error) };
  } finally {
    // Faster than keeping it, and a third of the memory.
    compiler.evictCache(0);
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : JSON.stringify(error);
}

parentPort?.on('message', (request: CompileRequest) => {
  const answer = compile(request);
  if ('pdf' in answer) {
    // A copy of our own memory can be handed over instead of being copied again.
    const pdf = new Uint8Array(answer.pdf);
    parentPort?.postMessage({ id: answer.id, pdf }, [pdf.buffer]);
  } else parentPort?.postMessage(answer);
});
