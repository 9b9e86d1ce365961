import { execFileSync, spawnSync } from 'node:child_process';
import { inflateSync } from 'node:zlib';

/** What a screen reader needs to find in a PDF, read without any tool: every object stream is unpacked and searched. */
export function readPdfFacts(pdf: Uint8Array) {
  const text = unpack(Buffer.from(pdf));
  return {
    language: /\/Lang\s*\(([^)]*)\)/.exec(text)?.[1],
    isTagged: /\/StructTreeRoot\s+\d+ 0 R/.test(text),
    isMarked: /\/MarkInfo\s*<<[^>]*\/Marked true/.test(text),
    showsTitle: /\/DisplayDocTitle true/.test(text),
    universalAccess: /<pdfuaid:part>(\d)<\/pdfuaid:part>/.exec(text)?.[1],
    title: /<dc:title>[\s\S]*?<rdf:li[^>]*>([\s\S]*?)<\/rdf:li>/.exec(text)?.[1],
    headerCells: text.match(/\/S\s*\/TH\b/g)?.length ?? 0,
  };
}

function unpack(pdf: Buffer): string {
  const raw = pdf.toString('latin1');
  const streams = [...raw.matchAll(/stream\r?\n/g)].map(({ 0: mark, index }) => {
    const start = index + mark.length;
    const bytes = pdf.subarray(start, raw.indexOf('endstream', start));
    try {
      return inflateSync(bytes).toString('latin1');
    } catch {
      return bytes.toString('utf8');
    }
  });
  return [raw, ...streams].join('\n');
}

/** Is this program on the machine? Checks with other people's tools run where they are. */
export function hasTool(name: string): boolean {
  return spawnSync(name, ['--version']).error === undefined;
}

/** The text of the PDF's tag tree, or nothing where poppler is missing. */
export function structureText(pdf: Uint8Array): string | undefined {
  if (!hasTool('pdfinfo')) return undefined;
  return execFileSync('pdfinfo', ['-struct-text', '-'], { input: pdf, stdio: ['pipe', 'pipe', 'ignore'] }).toString();
}
