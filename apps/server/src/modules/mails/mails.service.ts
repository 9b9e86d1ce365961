import { type Locale, toBcp47 } from '@tapfolio/domain/locale.ts';
import { languageWith } from '@tapfolio/domain/operator-texts.ts';
import type { InstantRange } from '@tapfolio/domain/service-day.ts';
import { formatDate } from '@tapfolio/locales/formats.ts';
import { loadDocuments } from '@tapfolio/locales/generated/documents.ts';
import type { DocumentsMessages } from '@tapfolio/locales/generated/keys.ts';
import type { RouteName } from '@tapfolio/locales/path-table.ts';
import { localise, type Params } from '@tapfolio/locales/paths.ts';
import { type Translate, translator } from '@tapfolio/locales/translator.ts';
import type { Config } from '../../config/config.ts';
import { homeOperator } from '../../config/home-operator.ts';
import { inLanguage } from '../../config/in-language.ts';
import type { Mail } from '../../gateways/mail.ts';
import type { Db } from '../../lib/sql.ts';
import type { MailKind } from '../../queue/catalogue.ts';
import { type MailBlock, type MailLayout, previewOf, renderHtml, renderText } from './mail-template.ts';
import { findRecipient as findRecipientRow } from './mails.queries.ts';

/** What each kind of mail says, given the words of a language. */
export interface MailWording {
  readonly subject: string;
  readonly blocks: readonly MailBlock[];
  /** A part of subject and paragraphs that ends no line at a hyphen of its own. */
  readonly unbroken?: string;
}

/** The tools a mail is written with: words, days, paragraphs and links of one language. */
export interface MailWriter {
  readonly t: Translate<DocumentsMessages>;
  readonly operator: string;
  readonly locale: Locale;
  /** The day of an ISO instant where the operator is. */
  day(instant: string): string;
  paragraph(text: string): MailBlock;
  /** A paragraph in which the part that the reader looks for stands out, such as a code. */
  paragraphAbout(text: string, figure: string): MailBlock;
  /** A button to a screen, always on the configured address: never on a host that a request named. */
  action<Name extends RouteName>(label: string, route: Name, params: Params<Name>): MailBlock;
  /** A small link to a screen. */
  link<Name extends RouteName>(label: string, route: Name, params: Params<Name>): MailBlock;
  /** A button to the page of a card. */
  cardAction(label: string, cardId: number): MailBlock;
  /** A button to a payment of a card, or to the payments of the card. */
  paymentAction(label: string, place: { readonly cardId: number; readonly paymentId: string | undefined }): MailBlock;
  /** A button to the payments of all cards between two instants. */
  periodAction(label: string, period: InstantRange): MailBlock;
  /** A button to a question, by its number. */
  questionAction(label: string, number: string): MailBlock;
}

export interface MailRequest {
  readonly kind: MailKind;
  /** Of the row the mail is about. */
  readonly id: string;
  readonly to: string;
  readonly language: Locale;
  /** See `Mail`. */
  readonly unsubscribeUrl?: string;
  write(writer: MailWriter): MailWording;
}

/** Writes a mail in the recipient's language, or in the first one if the operator does not offer that, as text and as HTML. */
export async function composeMail(config: Config, request: MailRequest): Promise<Mail> {
  const locale = languageWith(request.language, config.languages.deployed);
  const t = translator(await loadDocuments(locale));
  const { subject, blocks, unbroken } = request.write(writerFor(config, locale, t));
  const language = toBcp47(locale);
  const layout: MailLayout = {
    language,
    brand: config.brand.name,
    title: subject,
    preview: previewOf(blocks),
    blocks: [{ kind: 'paragraph', text: t('mail.greeting') }, ...blocks],
    signature: signatureOf(config, locale),
    footer: t('mail.automatic'),
    ...(unbroken !== undefined && { unbroken }),
    accent: config.brand.theme.accent,
    accentText: config.brand.theme.accentText,
  };
  return {
    to: request.to,
    subject,
    text: renderText(layout),
    html: renderHtml(layout),
    language,
    ...(request.unsubscribeUrl !== undefined && { unsubscribeUrl: request.unsubscribeUrl }),
    messageId: `<${request.kind}.${request.id}@${new URL(config.publicUrl).hostname}>`,
  };
}

/** The sender, and how to reach them: answers to a mail are not read. */
function signatureOf(config: Config, locale: Locale): string {
  const { phone, email } = inLanguage(config.contacts, locale, config) ?? {};
  return [config.brand.name, phone, email].filter((part) => part !== undefined).join(' · ');
}

function writerFor(config: Config, locale: Locale, t: Translate<DocumentsMessages>): MailWriter {
  const urlOf = (path: string) => new URL(path, config.publicUrl).href;
  const button = (label: string, path: string): MailBlock => ({
    kind: 'action',
    label,
    url: urlOf(path),
    copyHint: t('mail.copyLink'),
  });
  return {
    t,
    operator: config.brand.name,
    locale,
    day: (instant) => formatDate(instant, locale, homeOperator(config.operators).timeZone),
    paragraph: (text) => ({ kind: 'paragraph', text }),
    paragraphAbout: (text, figure) => ({ kind: 'paragraph', text, figure }),
    action: (label, route, params) => button(label, localise(route, params, locale)),
    link: (label, route, params) => ({ kind: 'link', label, url: urlOf(localise(route, params, locale)) }),
    cardAction: (label, cardId) => button(label, `${localise('card', {}, locale)}?id=${cardId}`),
    paymentAction: (label, { cardId, paymentId }) => {
      const history = localise('card-payments-history-table', { id: String(cardId) }, locale);
      return button(label, paymentId === undefined ? history : `${history}?open=${paymentId}`);
    },
    periodAction: (label, { from, to }) => {
      const search = new URLSearchParams({ from: toMinute(from), to: toMinute(to) });
      return button(label, `${localise('card-payments-history', {}, locale)}?${search.toString()}`);
    },
    questionAction: (label, number) => button(label, `${localise('questions', {}, locale)}?open=${number}`),
  };
}

/** An instant of a whole minute without its seconds: an address that people copy is short. */
const toMinute = (instant: string) => instant.replace(/:00\.000Z$/, 'Z');

/** Where and in which language to write to a passenger whose account is open. */
export async function findRecipient(
  db: Db,
  passengerId: string,
): Promise<{ to: string; language: Locale } | undefined> {
  const [row] = await findRecipientRow(db, { passengerId });
  return row && { to: row.email, language: row.display_language };
}
