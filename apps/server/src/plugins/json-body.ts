import { fastifyPlugin } from 'fastify-plugin';
import { AppError } from '../lib/app-error.ts';

const deepest = 10;
const mostKeys = 1000;
const charsets = /charset\s*=\s*"?([^\s";]*)/gi;

/**
 * JSON is the only accepted body: forms and plain text, which any site may send without asking, are refused as media
 * types. Bodies nested deeper than any of ours would make recursive code overflow, so they are refused here,
 * like the one character that the database cannot store. A body that is said to be written in anything else than UTF-8 is refused
 * too: we would read it as UTF-8, and a proxy that searches it for attacks would not.
 */
export const jsonBody = fastifyPlugin(
  (app) => {
    const parse = app.getDefaultJsonParser('error', 'error');
    app.removeAllContentTypeParsers();
    app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
      if (!isUtf8(request.headers['content-type'])) return done(new AppError('unsupported_media_type'));
      void parse(request, text, (error, body) => {
        if (error) done(error);
        else if (isUnstorable(text) || countKeys(body, deepest) > mostKeys) done(new AppError('0102'));
        else done(null, body);
      });
    });
  },
  { name: 'json-body', dependencies: ['errors'] },
);

const isUtf8 = (type = ''): boolean =>
  [...type.matchAll(charsets)].every(([, charset = '']) => /^utf-?8$/i.test(charset));

/** Does JSON spell U+0000 somewhere? In the raw it may not stand there. An escaped backslash before it is a false alarm. */
function isUnstorable(text: string): boolean {
  return text.includes(String.raw`\u0000`);
}

/** How many members and elements there are; beyond any limit when some are nested too deep. */
function countKeys(value: unknown, levels: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (levels === 0) return Number.POSITIVE_INFINITY;
  const members = Object.values(value);
  return members.reduce<number>((total, member) => total + countKeys(member, levels - 1), members.length);
}
