import type { DocumentQuery } from '@tapfolio/contracts/travel-documents.ts';
import type { FastifyReply } from 'fastify';

const types = { pdf: 'application/pdf', csv: 'text/csv; charset=utf-8' } as const;

/** Answers with the file of a document. Its name has the days and no text of a person; it is neither stored nor indexed. */
export function sendDocument(
  reply: FastifyReply,
  { name, from, to, format }: Pick<DocumentQuery, 'from' | 'to' | 'format'> & { readonly name: string },
  file: Uint8Array,
): FastifyReply {
  return reply
    .header('content-disposition', `attachment; filename="${name}-${from}-${to}.${format}"`)
    .header('x-robots-tag', 'noindex, nofollow')
    .type(types[format])
    .send(Buffer.from(file.buffer, file.byteOffset, file.byteLength));
}
