import { type Delivery, filesByExport, findFiles, isPacked } from './delivered-files.ts';
import type { Format } from './format.ts';
import { importDeliveries } from './import-deliveries.ts';
import type { Importer } from './importer.ts';
import type { Archive } from './packed/import-packed.ts';
import type { FileReport, OnProgress, Progress } from './report.ts';

export interface FolderOptions {
  format: Format;
  onFile?: (report: FileReport) => void;
  onProgress?: OnProgress | undefined;
}

/** Imports every file below a folder, or one file, packed ones too. One bad file never stops the others. */
export async function importFolder(importer: Importer, place: string, options: FolderOptions): Promise<FileReport[]> {
  const { format, onFile = () => {}, onProgress = () => {} } = options;
  const reports: FileReport[] = [];
  const files = await findFiles(place);
  for (const together of filesByExport(files)) {
    if (importer.isClosed) break;
    const deliveries = together.map((file) => {
      const about = { file: files.indexOf(file) + 1, files: files.length };
      return deliveryOf(file.path, format, (one) => onProgress({ ...one, ...about }));
    });
    for (const report of await importDeliveries(importer, deliveries)) {
      onFile(report);
      reports.push(report);
    }
  }
  return reports;
}

function deliveryOf(path: string, format: Format, onProgress: (progress: Progress) => void): Delivery | Archive {
  const plain = (file: string): Delivery => ({ formats: [format], path: file, onProgress });
  if (!isPacked(path)) return plain(path);
  return { archive: path, inside: async (folder) => (await findFiles(folder)).map((file) => plain(file.path)) };
}
