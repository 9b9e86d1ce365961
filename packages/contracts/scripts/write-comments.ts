import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Comment, parseSync } from 'oxc-parser';
import { replaceFile } from '../../../scripts/files/replace-file.ts';
import { isNode, nodesOf, type SyntaxNode } from '../../../scripts/syntax/syntax-tree.ts';
import * as asDelivered from '../src/as-delivered.ts';

const sources = path.join(import.meta.dirname, '../src');
const listSources = path.join(import.meta.dirname, '../../domain/src');
const file = path.join(sources, 'generated/comments.ts');

/** What the comments of one shape say: by the path of a field (`refunded.count`); the empty path is the shape itself. */
type Comments = Readonly<Record<string, string>>;

/**
 * Writes down what the comments of the contracts say of each shape and field, for the OpenAPI documents: an engineer who has only the
 * document reads what ours read in the source.
 */
export function writeComments(): void {
  const comments = readComments(readTexts(sources), readTexts(listSources));
  replaceFile(file, `${head}${JSON.stringify(comments, null, 2)};\n`);
}

function readTexts(folder: string): string[] {
  const names = globSync('*.ts', { cwd: folder }).sort();
  return names.map((name) => readFileSync(path.join(folder, name), 'utf8'));
}

const head = `// Made by scripts/generate.ts from the comments of packages/contracts. Do not edit.

/**
 * What each shape and its fields are: by the name of the shape, or by call and part (\`signIn.body\`), then by the path of the field.
 * The empty path is the shape itself.
 */
export const comments: Readonly<Record<string, Readonly<Record<string, string>>>> = `;

/** A constant of the contracts. */
interface Constant {
  readonly name: string;
  readonly isExported: boolean;
  readonly init: SyntaxNode;
  readonly comment: string | undefined;
  readonly commentBefore: (start: number) => string | undefined;
}

/** The parts of a call whose fields a document describes at the call. */
const partsOfCall = ['params', 'query', 'body', 'answers', 'besideError'];

/**
 * What the comments in these files say, by the name of each shape and by the part of each call. `listTexts` are the files of the lists of
 * values: an enumeration without a comment has that of its list.
 */
export function readComments(
  texts: readonly string[],
  listTexts: readonly string[] = [],
): Readonly<Record<string, Comments>> {
  const constants = byName(texts);
  const lists = byName(listTexts);
  const entries = Array.from(constants.values(), (constant): [string, Comments][] => {
    const call = callOf(constant);
    if (call === undefined) return [[constant.name, commentsOf(constant, { constants, lists })]];
    return call.map(([part, value]) => {
      const comment = constants.get(String(value.name))?.comment;
      return [`${constant.name}.${part}`, commentsOf({ ...constant, init: value, comment }, { constants, lists })];
    });
  });
  return Object.fromEntries(entries.flat().filter(([, said]) => Object.keys(said).length > 0));
}

const byName = (texts: readonly string[]): Constants =>
  new Map(texts.flatMap(readConstants).map((constant) => [constant.name, constant]));

function readConstants(text: string): Constant[] {
  const { program, comments } = parseSync('contract.ts', text);
  const commentBefore = (start: number) => findComment(comments, text, start);
  return program.body.flatMap((line) => {
    const isExported = line.type === 'ExportNamedDeclaration';
    const declared: unknown = isExported ? line.declaration : line;
    if (!isNode(declared) || declared.type !== 'VariableDeclaration') return [];
    return nodesOf(declared.declarations).flatMap(({ id, init }) => {
      if (!isNode(id) || !isNode(init)) return [];
      return [{ name: String(id.name), isExported, init, comment: commentBefore(line.start), commentBefore }];
    });
  });
}

/** The comment that ends where this begins, in one line. */
function findComment(comments: readonly Comment[], text: string, start: number): string | undefined {
  const comment = comments.findLast(({ end }) => end <= start);
  if (comment?.value.startsWith('*') !== true || text.slice(comment.end, start).trim() !== '') return undefined;
  return comment.value
    .replaceAll(/^\s*\*/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The parts of a call, if the constant is one. */
function callOf({ init }: Constant): [part: string, value: SyntaxNode][] | undefined {
  const { callee, arguments: given } = init;
  if (!isNode(callee) || callee.name !== 'defineCall') return undefined;
  return nodesOf(nodesOf(given)[0]?.properties).flatMap((property) => {
    const name = nameOf(property);
    return name !== undefined && partsOfCall.includes(name) && isNode(property.value) ? [[name, property.value]] : [];
  });
}

type Constants = ReadonlyMap<string, Constant>;
interface Reading {
  /** Where it stands. */
  readonly constant: Constant;
  readonly constants: Constants;
}

function commentsOf(constant: Constant, { constants, lists }: { constants: Constants; lists: Constants }): Comments {
  const fields = fieldsOf(constant.init, { constant, constants });
  const comment = constant.comment ?? lists.get(listOf(constant) ?? '')?.comment;
  return comment === undefined ? fields : { '': comment, ...fields };
}

/** The name of the list whose values an enumeration has. */
function listOf({ init: { callee, arguments: given } }: Constant): string | undefined {
  if (!isNode(callee) || !isNode(callee.property) || callee.property.name !== 'enum') return undefined;
  const [list] = nodesOf(given);
  return list?.type === 'Identifier' ? String(list.name) : undefined;
}

/** What is said of the fields of a shape, with those of the shapes that it is made of. */
function fieldsOf(node: SyntaxNode, reading: Reading, prefix = ''): Comments {
  const said: Record<string, string> = {};
  const visit = (visited: unknown, at: string): void => {
    if (Array.isArray(visited)) for (const item of visited) visit(item, at);
    if (!isNode(visited)) return;
    if (visited.type === 'Identifier') Object.assign(said, inherited(String(visited.name), at, reading.constants));
    else if (visited.type === 'CallExpression' && isNode(visited.callee) && visited.callee.name === 'fieldsOf')
      Object.assign(said, purposesOf(nodesOf(visited.arguments)[0]));
    else if (visited.type === 'Property') visitField(visited, at);
    else for (const [key, value] of Object.entries(visited)) if (key !== 'property') visit(value, at);
  };
  const visitField = (field: SyntaxNode, at: string) => {
    const name = nameOf(field);
    // The status of an answer is no field.
    if (name === undefined) {
      visit(field.value, at);
      return;
    }
    const place = at === '' ? name : `${at}.${name}`;
    const comment = reading.constant.commentBefore(field.start) ?? commentOfType(field.value, reading.constants);
    if (comment !== undefined) said[place] = comment;
    visit(field.value, place);
  };
  visit(node, prefix);
  return said;
}

/** A shape with a name of its own is described there; all others stand where they are used. */
function inherited(name: string, prefix: string, constants: Constants): Comments {
  const constant = constants.get(name);
  if (constant === undefined || (prefix !== '' && isNamed(constant))) return {};
  return fieldsOf(constant.init, { constant, constants }, prefix);
}

/** Of a field without a comment: what is said of its type, if that is a constant without a description in the document. */
function commentOfType(value: unknown, constants: Constants): string | undefined {
  if (!isNode(value) || value.type !== 'Identifier') return undefined;
  const constant = constants.get(String(value.name));
  return constant === undefined || isNamed(constant) ? undefined : constant.comment;
}

/** Whether the document describes the shape by its name: an object or an enumeration that is exported. */
function isNamed({ isExported, init: { callee } }: Constant): boolean {
  if (!isExported || !isNode(callee) || !isNode(callee.property)) return false;
  return ['object', 'extend', 'enum'].includes(String(callee.property.name));
}

/** Columns that are shown as they were delivered say what they are for. */
function purposesOf(columns: SyntaxNode | undefined): Comments {
  const list = Object.entries(asDelivered).find(([name]) => name === columns?.name)?.[1];
  if (typeof list !== 'object') return {};
  return Object.fromEntries(
    Object.values(list).map(({ field, purpose }) => [field, `${purpose}, as delivered. Null if it was not.`]),
  );
}

function nameOf({ type, key }: SyntaxNode): string | undefined {
  return type === 'Property' && isNode(key) && key.type === 'Identifier' ? String(key.name) : undefined;
}
