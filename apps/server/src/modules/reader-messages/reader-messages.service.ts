import type { ReaderMessage } from '@tapfolio/contracts/reader-messages.ts';
import { defaultLocale, type Locale } from '@tapfolio/domain/locale.ts';
import { languageOfOperatorText, languageWith } from '@tapfolio/domain/operator-texts.ts';
import { type ReaderMessageKind, readerMessageKinds } from '@tapfolio/domain/reader-messages.ts';
import { loadDocuments } from '@tapfolio/locales/generated/documents.ts';
import { translator } from '@tapfolio/locales/translator.ts';
import type { Config } from '../../config/config.ts';

type Texts = Pick<ReaderMessage, 'shown' | 'means' | 'next'>;
type OwnTexts = { readonly [K in keyof Texts]?: Texts[K] | undefined };

/**
 * What readers show, in a language or in the portal's first one: the operator's messages, then those of the portal that none of them
 * replaces.
 */
export async function readerMessagesIn(
  { languages: { deployed }, readerMessages }: Pick<Config, 'languages' | 'readerMessages'>,
  asked: Locale | undefined,
): Promise<ReaderMessage[]> {
  const locale = languageWith(asked ?? deployed[0] ?? defaultLocale, deployed);
  const replaced = readerMessages.map(({ replaces }) => replaces);
  const usual = readerMessageKinds.filter((kind) => !replaced.includes(kind));
  return await Promise.all([
    ...readerMessages.map(async ({ number, replaces, texts }, place): Promise<ReaderMessage> => {
      const preferred = languageOfOperatorText(texts, { locale, deployed });
      // The portal has its own texts in every language: without words of the operator they are in the reader's.
      const language = texts[preferred] === undefined ? locale : preferred;
      return {
        id: `operator-${place}`,
        number: number ?? null,
        language,
        alsoShown: await alsoShown({ deployed, language, texts, replaces }),
        ...(await filled(texts[language], replaces, language)),
      };
    }),
    ...usual.map(
      async (kind): Promise<ReaderMessage> => ({
        id: kind,
        number: null,
        language: locale,
        alsoShown: await alsoShown({ deployed, language: locale, texts: {}, replaces: kind }),
        ...(await usualTexts(kind, locale)),
      }),
    ),
  ]);
}

type Wordings = {
  deployed: readonly Locale[];
  /** The language that the message is in. */
  language: Locale;
  texts: Partial<Record<Locale, OwnTexts>>;
  replaces: ReaderMessageKind | undefined;
};

/** What the reader shows in the other languages: the operator's words, or else those of the message that they replace. */
async function alsoShown({ deployed, language, texts, replaces }: Wordings): Promise<ReaderMessage['alsoShown']> {
  const others = deployed.filter((other) => other !== language);
  const wordings = others.map(async (other) => ({
    language: other,
    shown: (await filled(texts[other], replaces, other)).shown,
  }));
  return (await Promise.all(wordings)).filter(({ shown }) => shown !== '');
}

/** The operator's texts; what they leave out is that of the message that they replace. Without one the configuration has all three. */
async function filled(own: OwnTexts = {}, replaces: ReaderMessageKind | undefined, language: Locale): Promise<Texts> {
  const { shown = '', means = '', next = '' } = { ...(replaces && (await usualTexts(replaces, language))), ...own };
  return { shown, means, next };
}

async function usualTexts(kind: ReaderMessageKind, locale: Locale): Promise<Texts> {
  const t = translator(await loadDocuments(locale));
  return {
    shown: t(`readermessages.shown.${kind}`),
    means: t(`readermessages.means.${kind}`),
    next: t(`readermessages.next.${kind}`),
  };
}
