/** One content, uncompressed and compressed. */
export interface Encodings {
  plain: Buffer;
  br?: Buffer;
  gzip?: Buffer;
}

/** The best form that the browser takes: `q=0` refuses an encoding, finer preferences change nothing. */
export function encodingFor(accepted: string | undefined, content: Encodings): 'br' | 'gzip' | undefined {
  const taken = (accepted ?? '').split(',').map((part) => part.trim().toLowerCase());
  const takes = (name: string) => taken.some((part) => part.split(';')[0] === name && !/;\s*q=0(\.0*)?$/.test(part));
  if (content.br && takes('br')) return 'br';
  return content.gzip && takes('gzip') ? 'gzip' : undefined;
}
