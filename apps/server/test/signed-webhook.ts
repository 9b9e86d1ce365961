import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

interface Overrides {
  id?: string;
  at?: Date;
}

/** A message of the bank as it arrives: its id, its text, and the headers that sign both with `secret`. */
export function signedWebhook(
  secret: string,
  content: unknown,
  { id = `msg_${randomUUID()}`, at = new Date() }: Overrides = {},
) {
  const payload = JSON.stringify(content);
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, payload),
  };
  return { id, payload, headers };
}

/** What the bank says of a movement of money. */
export function movementUpdated(data: unknown, at = new Date()): object {
  return { type: 'movement.updated', timestamp: at.toISOString(), data };
}
