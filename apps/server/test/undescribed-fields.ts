import { type Described, operationsOf, partsOf } from '../src/plugins/open-api.parts.ts';

/**
 * The shapes, fields and parameters of an OpenAPI document that nothing is said of: no description of their own, and none of their type.
 * That of its type is not enough for a field that may be null, because it does not say when.
 */
export function unsaidIn(document: object): string[] {
  const { schemas = {} } = partsOf(document).components ?? {};
  // The shape of a refusal says its code and has the fields of every other one.
  const types = Object.entries(schemas).filter(([name]) => !name.startsWith('Refusal_'));
  const isSaid = ({ description, $ref, items, allOf = [] }: Described): boolean => {
    const type = schemas[$ref?.split('/').at(-1) ?? ''];
    return description !== undefined || [type, items, ...allOf].some((inner) => inner !== undefined && isSaid(inner));
  };
  const unsaidFields = (shape: Described | undefined, at: string): string[] => {
    const { properties = {}, items = [], allOf = [], anyOf = [] } = shape ?? {};
    const fields = Object.entries(properties).flatMap(([name, field]) => [
      ...(isSaid(field) ? [] : [`${at}.${name}`]),
      ...unsaidFields(field, `${at}.${name}`),
    ]);
    return [...fields, ...[...allOf, ...anyOf, items].flat().flatMap((inner) => unsaidFields(inner, at))];
  };
  const ofTypes = types.flatMap(([name, type]) => [...(isSaid(type) ? [] : [name]), ...unsaidFields(type, name)]);
  const ofCalls = operationsOf(document).flatMap(
    ({ operationId = '', parameters = [], requestBody, responses = {} }) => {
      const contents = [requestBody, ...Object.values(responses)].flatMap((part) => Object.values(part?.content ?? {}));
      return [
        ...parameters.flatMap(({ name, description }) => (description === undefined ? [`${operationId}.${name}`] : [])),
        ...contents.flatMap(({ schema }) => unsaidFields(schema, operationId)),
      ];
    },
  );
  return [...new Set([...ofTypes, ...ofCalls])];
}
