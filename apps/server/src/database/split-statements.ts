/** What a semicolon does not end: comments, texts, quoted names and the bodies of functions; and all else, character by character. */
const token = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|(\$\w*\$)[\s\S]*?\1|[^'"$;/-]+|[\s\S]/g;

const isComment = (part: string) => part.startsWith('--') || part.startsWith('/*');

/** The statements of an SQL text, each with the comments before it. Escapes with backslashes and bodies without dollars are not known. */
export function splitStatements(text: string): string[] {
  const statements: string[] = [];
  let current = '';
  let isEmpty = true;
  for (const [part] of text.matchAll(token)) {
    current += part;
    isEmpty &&= part.trim() === '' || isComment(part);
    if (part !== ';') continue;
    statements.push(current.trim());
    current = '';
    isEmpty = true;
  }
  return isEmpty ? statements : [...statements, current.trim()];
}
