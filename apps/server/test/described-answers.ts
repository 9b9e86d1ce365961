import { errorBody } from '@tapfolio/contracts/error-body.ts';
import { describeCalls } from '../src/describe-calls.ts';
import { operationsOf } from '../src/plugins/open-api.parts.ts';
import { testConfig } from './build-app.ts';

/** What is wrong with an answer by the OpenAPI documents; undefined if the call may give it. */
export type FindFault = (
  call: string,
  answer: { readonly status: number; readonly body: string },
) => string | undefined;

/** Reads the two OpenAPI documents: the statuses of each call, and the codes of each status. */
export async function describedAnswers(): Promise<FindFault> {
  const { passengers, operators } = await describeCalls({ config: testConfig() });
  const operations = [passengers, operators].flatMap(operationsOf);
  const responsesOf = new Map(operations.map(({ operationId = '', responses = {} }) => [operationId, responses]));
  return (call, { status, body }) => {
    const described = responsesOf.get(call)?.[status];
    if (described === undefined) return `the status ${status} is not described`;
    if (status < 400) return undefined;
    const { data } = errorBody.safeParse(JSON.parse(body));
    const isNamed = JSON.stringify(described).includes(`/Refusal_${data?.error.code}"`);
    return isNamed ? undefined : `the code ${data?.error.code} is not described for ${status}`;
  };
}
