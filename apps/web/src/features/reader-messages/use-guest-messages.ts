import { useEffect, useState } from 'react';
import { useLocale } from '../../lib/i18n.ts';
import { useOnline } from '../../lib/use-online.ts';
import { listReaderMessages, type ReaderMessage } from './api/list-reader-messages.ts';

type Answer = { of: string; messages?: readonly ReaderMessage[]; error?: unknown };

export type GuestMessages = {
  /** Undefined until they have come. */
  messages: readonly ReaderMessage[] | undefined;
  /** Why they did not come. It stays during a retry, so that the button keeps the focus. */
  error: unknown;
  isBusy: boolean;
  retry: () => void;
};

/**
 * What readers show, for a guest: without the cache of answers, which no public screen has. They are asked for once a language, when
 * they are first wanted; after a failure again with each opening, by the button, and when the network is back.
 */
export function useGuestMessages(isWanted: boolean): GuestMessages {
  const language = useLocale();
  const isOnline = useOnline();
  const [answer, setAnswer] = useState<Answer>();
  const [tries, setTries] = useState(0);
  const [answered, setAnswered] = useState<string>();
  const messages = answer?.of === language ? answer.messages : undefined;
  const attempt = `${language} ${tries} ${isOnline}`;
  const isMissing = isWanted && messages === undefined;

  useEffect(() => {
    if (!isMissing) return;
    const left = new AbortController();
    listReaderMessages(language, left.signal).then(
      ({ items }) => left.signal.aborted || setAnswer({ of: language, messages: items }),
      (error: unknown) => {
        if (left.signal.aborted) return;
        setAnswer({ of: language, error });
        setAnswered(attempt);
      },
    );
    return () => left.abort();
  }, [isMissing, language, attempt]);

  const error = answer?.of === language ? answer.error : undefined;
  return { messages, error, isBusy: answered !== attempt, retry: () => setTries(tries + 1) };
}
