import * as z from 'zod/mini';
import { defineCall } from './define-call.ts';
import { language, noContent } from './shared.ts';

/** Which news of cards the passenger gets by mail. A choice that is missing stays as it is. */
export const wantedCardNews = z.object({
  /** That a card is refused because of an unpaid fare. */
  refused: z.optional(z.boolean()),
  /** That a card is accepted again. */
  accepted: z.optional(z.boolean()),
  /** That money came back to a card, or that such a refund did not last. */
  refunded: z.optional(z.boolean()),
  /** What all cards did in a month, in the first days of the next one. */
  month: z.optional(z.boolean()),
});
export type WantedCardNews = z.infer<typeof wantedCardNews>;

/** From the link in a mail. It is good for turning off one kind of news, and says nothing to who reads it. */
const token = z.string().check(z.minLength(1), z.maxLength(100));

export const chooseCardNews = defineCall({
  method: 'PATCH',
  path: '/public/api/v1/auth/user/card_news',
  who: 'passenger',
  permission: ['account-edit.card-news'],
  idempotency: 'natural',
  tag: 'account',
  summary: 'Choose which news of cards come by mail',
  body: wantedCardNews,
  answers: { 204: noContent },
});

export const turnOffCardNews = defineCall({
  method: 'POST',
  path: '/public/api/v1/auth/card_news/off',
  who: 'anyone',
  idempotency: 'natural',
  tag: 'account',
  summary:
    'Turn off the news of a mail with the token from its link; the answer does not tell whether there is such an account',
  body: z.object({ token }),
  answers: { 204: noContent },
});

/** The same in an address that no passenger copies: the text may become a part of a path. */
const wholeToken = z.string().check(z.regex(/^[\w-]{43}$/));

const oneClick = '/public/api/v1/auth/card_news/one_click';

/** The address in the header `List-Unsubscribe` of a mail: the mailbox provider turns the news off for its user (RFC 8058). */
export const turnOffCardNewsByMailbox = defineCall({
  method: 'POST',
  path: oneClick,
  who: 'mailbox',
  // The servers of a large provider share a few addresses.
  rate: { perMinute: 600 },
  idempotency: 'natural',
  // The address also has the language of the mail, which only the page needs.
  query: z.object({ token: wholeToken }),
  answers: {},
});

/** The same address, opened by a mail program that knows nothing of RFC 8058: it leads to the page that asks first. */
export const askToTurnOffCardNews = defineCall({
  method: 'GET',
  path: oneClick,
  who: 'browser',
  lane: 'none',
  query: z.object({ token: wholeToken, language: z.optional(language) }),
  answers: {},
});
