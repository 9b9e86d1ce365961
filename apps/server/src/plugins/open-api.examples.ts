import { operatorCalls } from '@tapfolio/contracts/contract.ts';
import { operationsOf } from './open-api.parts.ts';

/** Adds the examples that the contracts of operators' calls have. */
export function withExamples<Document extends object>(document: Document): Document {
  for (const { operationId = '', requestBody, responses = {} } of operationsOf(document)) {
    const example = operatorCalls[operationId]?.example;
    if (example === undefined) continue;
    for (const content of Object.values(requestBody?.content ?? {})) content.example = example.body;
    for (const [status, { content = {} }] of Object.entries(responses))
      if (Number(status) < 300) for (const answer of Object.values(content)) answer.example = example.answer;
  }
  return document;
}
