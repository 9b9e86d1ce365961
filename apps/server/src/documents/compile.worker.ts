import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parentPort } from 'node:worker_threads';
import type { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { create as readFont } from 'fontkit';
import type { CompileAnswer, CompileRequest } from './compile-messages.ts';
import { makeDrawable } from './drawable-text.ts';

const require = createRequire(import.meta.url);
const workspace = import.meta.dirname;

const fonts = ['400Regular/SourceSans3_400Regular.ttf', '600SemiBold/SourceSans3_600SemiBold.ttf'].map((file) =>
  readFileSync(require.resolve(`@expo-google-fonts/source-sans-3/${file}`)),
);
const drawable = new Set(readCharacters(fonts[0] ?? Buffer.alloc(0)));
const compiler = await openCompiler();

function readCharacters(file: Buffer): number[] {
  const font = readFont(file);
  if (!('characterSet' in font)) throw new Error('the font of the documents is a collection of fonts');
  return font.characterSet;
}

/**
 * Typst has a build for each platform of the lock file. Where it cannot be loaded the thread ends, so that the next document tries again in a
 * new one: a thread remembers what it could not load.
 */
async function openCompiler(): Promise<NodeCompiler> {
  try {
    const typst = await import('@myriaddreamin/typst-ts-node-compiler');
    return typst.NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs: fonts }] });
  } catch (error) {
    const place = `${process.platform}-${process.arch}`;
    throw new Error(`the document compiler is not available on ${place}: ${String(error)}`, { cause: error });
  }
}

function compile(request: CompileRequest): CompileAnswer {
  const data: unknown = makeDrawable(JSON.parse(request.data), drawable);
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
