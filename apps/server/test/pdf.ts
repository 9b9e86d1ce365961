import { getDocumentProxy } from 'unpdf';

type PdfPage = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>;
type Element = Awaited<ReturnType<PdfPage['getStructTree']>>;

/** A tagged element with the words that stand in it and in no element below it. */
interface Tagged {
  role: string;
  words: string;
}

/** What a screen reader is told of a PDF, and `words`: all that its tag tree reaches, an element a line. */
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

/** What the page says under each of its marks. Marks lie in one another; what is under none is decoration. */
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
