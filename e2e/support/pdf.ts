import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import type { Download } from '@playwright/test';

export interface Receipt {
  isTagged: boolean;
  language: string;
  /** What the headings of the tag tree say; with poppler only their kinds are known where it is missing. */
  headings: string[];
}

/** Reads what a screen reader needs of a PDF: with poppler where it is installed, else from the file itself. */
export async function readReceipt(download: Download): Promise<Receipt> {
  const file = await download.path();
  const raw = objectsOf(readFileSync(file));
  const language = /\/Lang\s*\(([\w-]+)\)/.exec(raw)?.[1] ?? '';
  if (spawnSync('pdfinfo', ['-v']).error) {
    const headings = raw.match(/\/S\s*\/H\d/g) ?? [];
    return { isTagged: /\/StructTreeRoot/.test(raw) && /\/Marked\s+true/.test(raw), language, headings };
  }
  const info = execFileSync('pdfinfo', [file], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const tree = execFileSync('pdfinfo', ['-struct-text', file], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const headings = [...tree.matchAll(/^\s*H\d[^\n]*\n\s*"([^"]*)"/gm)].map(([, text = '']) => text);
  return { isTagged: /Tagged:\s+yes/.test(info), language, headings };
}

/** The file as text, with its compressed streams (which hold the objects) unpacked behind it. */
function objectsOf(pdf: Buffer): string {
  const text = pdf.toString('latin1');
  const streams = [...text.matchAll(/stream\r?\n/g)].map(({ index, 0: mark }) => {
    try {
      return inflateSync(pdf.subarray(index + mark.length)).toString('latin1');
    } catch {
      return '';
    }
  });
  return [text, ...streams].join('\n');
}
