import { comments } from '@tapfolio/contracts/generated/comments.ts';
import { type Described, operationsOf, type Parameter, partsOf } from './open-api.parts.ts';

/** Adds what the comments of the contracts say of each shape, field and parameter. */
export function withComments<Document extends object>(document: Document): Document {
  const { schemas = {} } = partsOf(document).components ?? {};
  for (const [name, schema] of Object.entries(schemas)) describeShape(schema, shapeComments.get(name));
  for (const operation of operationsOf(document)) {
    const { operationId: name = '', parameters = [], requestBody, responses = {} } = operation;
    for (const parameter of parameters) describeParameter(parameter, name);
    for (const { schema } of Object.values(requestBody?.content ?? {})) describeShape(schema, comments[`${name}.body`]);
    for (const [status, answer] of Object.entries(responses)) {
      const part = Number(status) < 400 ? 'answers' : 'besideError';
      for (const { schema } of Object.values(answer.content ?? {})) describeShape(schema, comments[`${name}.${part}`]);
    }
  }
  return document;
}

type Comments = Readonly<Record<string, string>>;

/** By the names that shapes have in the documents. */
const shapeComments = new Map(
  Object.entries(comments).map(([name, said]) => [name.charAt(0).toUpperCase() + name.slice(1), said]),
);

function describeShape(schema: Described | undefined, said: Comments | undefined, at = ''): void {
  if (schema === undefined || said === undefined) return;
  const comment = said[at];
  if (comment !== undefined) schema.description ??= comment;
  describeFields(schema, said, at);
}

function describeFields(schema: Described, said: Comments, at: string): void {
  for (const [name, field] of Object.entries(schema.properties ?? {}))
    describeShape(field, said, at === '' ? name : `${at}.${name}`);
  const { allOf = [], anyOf = [], items = [] } = schema;
  for (const inner of [...allOf, ...anyOf, items].flat()) describeFields(inner, said, at);
}

function describeParameter(parameter: Parameter, call: string): void {
  const part = parameter.in === 'path' ? 'params' : parameter.in;
  const comment = comments[`${call}.${part}`]?.[parameter.name ?? ''];
  if (comment !== undefined) parameter.description ??= comment;
}
