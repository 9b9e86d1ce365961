import { getDocumentProxy } from 'unpdf';

type PdfPage = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>;
type Element = Awaited<ReturnType<PdfPage['getStructTree']>>;

/** A tagged element with its own text, without that of the elements below it. */
interface Tagged {
  role: string;
  words: string;
}

/** What a screen reader reads of a PDF, and `words`: everything in its tag tree, one element a line. */
export async function readPdf(bytes: Uint8Array) {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  try {
    const { info, metadata } = await pdf.getMetadata();
    const pages = Array.from({ length: pdf.numPages }, async (_, index) => readTags(await pdf.getPage(index + 1)));
    const tagged = (await Promise.all(pages)).flat();
    return {
      language: Reflect.get(info, 'Language'),
      isTagged: tagged.length > 0,
      isMarked: (await pdf.getMarkInfo())?.Marked === true,
      showsTitle: Reflect.get((await pdf.getViewerPreferences()) ?? {}, 'DisplayDocTitle') === true,
      universalAccess: metadata?.get('pdfuaid:part'),
      title: metadata?.get('dc:title'),
      headerCells: tagged.filter(({ role }) => role === 'TH').length,
      words: tagged.map(({ words }) => words).join('\n'),
    };
  } finally {
    await pdf.loadingTask.destroy();
  }
}

interface Piece {
  text: string;
  left: number;
  right: number;
  /** Its base line, counted from the bottom of the page. */
  line: number;
  height: number;
}

/**
 * The pieces of text that end beyond the right margin, or beyond the beginning of the next piece on their line: a reader cannot read
 * them, or the one that they cover.
 */
export async function findCovered(bytes: Uint8Array, rightMargin: number): Promise<string[]> {
  const pages = await piecesOf(bytes);
  const covered = pages.flatMap((pieces) =>
    pieces.filter(({ line, left, right }) => {
      const next = pieces.filter((other) => Math.abs(other.line - line) < 1 && other.left > left);
      return Math.min(rightMargin, ...next.map((other) => other.left)) < right - 0.5;
    }),
  );
  return covered.map(({ text }) => text);
}

/** The pieces of text that stand over another one: by more than 1 pt in width and a third of the lower one's height. */
export async function findOverlaid(bytes: Uint8Array): Promise<string[]> {
  const pages = await piecesOf(bytes);
  const overlaid = pages.flatMap((pieces) =>
    pieces.flatMap((piece, index) => pieces.slice(index + 1).filter((other) => standOver(piece, other))),
  );
  return overlaid.map(({ text }) => text);
}

/** All text of a PDF, whether or not a screen reader would read it. */
export async function readText(bytes: Uint8Array): Promise<string> {
  const pages = await piecesOf(bytes);
  return pages.flatMap((pieces) => pieces.map(({ text }) => text)).join(' ');
}

/** Where each of these pieces of text begins and ends on its line, in points; undefined for one that is not there. */
export async function placesOf(bytes: Uint8Array, texts: readonly string[]) {
  const pieces = (await piecesOf(bytes)).flat();
  return texts.map((wanted) => {
    const piece = pieces.find(({ text }) => text === wanted);
    return piece && { left: Math.round(piece.left), right: Math.round(piece.right) };
  });
}

/** The last piece of text of each page. */
export async function readEnds(bytes: Uint8Array): Promise<(string | undefined)[]> {
  const pages = await piecesOf(bytes);
  return pages.map((pieces) => pieces.toSorted((one, other) => other.line - one.line).at(-1)?.text);
}

function standOver(one: Piece, other: Piece): boolean {
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const up = Math.min(one.line + one.height, other.line + other.height) - Math.max(one.line, other.line);
  return across > 1 && up > Math.min(one.height, other.height) / 3;
}

/** The pieces of text of each page. */
async function piecesOf(bytes: Uint8Array): Promise<Piece[][]> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  try {
    const pages = Array.from({ length: pdf.numPages }, async (_, index) => {
      const { items } = await (await pdf.getPage(index + 1)).getTextContent();
      return items.flatMap((item): Piece[] => {
        if (!('str' in item) || item.str.trim() === '') return [];
        const [, , , , left = 0, line = 0] = item.transform.map(Number);
        return [{ text: item.str, left, right: left + item.width, line, height: item.height }];
      });
    });
    return await Promise.all(pages);
  } finally {
    await pdf.loadingTask.destroy();
  }
}

/** The elements of the tag tree, in the order in which they are read out. */
async function readTags(page: PdfPage): Promise<Tagged[]> {
  const words = await wordsByMark(page);
  const below = ({ role, children }: Element): Tagged[] => {
    const own = children.map((child) => ('id' in child ? words.get(child.id) : '')).join('');
    const elements = children.flatMap((child) => ('role' in child ? below(child) : []));
    return [{ role, words: own }, ...elements];
  };
  const tree: Element | null = await page.getStructTree();
  return tree ? below(tree) : [];
}

/** The text of the page under each of its marks. Marks can be nested; text without a mark is decoration. */
async function wordsByMark(page: PdfPage): Promise<Map<string, string>> {
  const { items } = await page.getTextContent({ includeMarkedContent: true });
  const words = new Map<string, string>();
  const open: (string | undefined)[] = [];
  for (const item of items) {
    if ('str' in item) {
      const mark = open.findLast((id) => id !== undefined);
      if (mark !== undefined) words.set(mark, (words.get(mark) ?? '') + item.str);
    } else if (item.type === 'endMarkedContent') open.pop();
    else open.push(item.id);
  }
  return words;
}
