import { call, type Input, type Output } from '../../../lib/api-client.ts';

export type Proof = Input<'findReceipts'>['body'];
export type PublicReceipt = Output<'findReceipts'>['items'][number];

/** What the holder of a statement line may see of its payment (RCPT-03). */
export async function findReceipts(proof: Proof): Promise<readonly PublicReceipt[]> {
  return (await call('findReceipts', { body: proof })).items;
}
