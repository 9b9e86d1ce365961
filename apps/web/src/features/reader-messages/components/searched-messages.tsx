import { languageOf, toBcp47 } from '@tapfolio/domain/locale.ts';
import { useRef, useState } from 'react';
import { useLocale, useT } from '../../../lib/i18n.ts';
import { useSettled } from '../../../lib/use-settled.ts';
import { WhomToAsk } from '../../../passenger/whom-to-ask.tsx';
import { Button } from '../../../ui/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Quiet, Stack } from '../../../ui/layout.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import type { ReaderMessage } from '../api/list-reader-messages.ts';
import { findMessages, foundWording } from '../find-messages.ts';
import style from './reader-messages.module.css';

/** So few results of a search are shown with their explanations. */
const mostExplained = 2;
/** A screen reader hears the result of a search after the last key. */
const settleMs = 600;

/** What readers show, with what it means and what to do; the list is searched by words or number. */
export function SearchedMessages({ messages }: { messages: readonly ReaderMessage[] }) {
  const t = useT();
  const box = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const found = findMessages(messages, typed);
  const isSearch = typed.trim() !== '';
  const said = found.length === 0 ? t('readers.noneTitle') : t('readers.count', { count: found.length });
  const showAll = (): void => {
    setTyped('');
    box.current?.focus();
  };
  return (
    <Stack gap={3}>
      <div className={style.search}>
        <TextField
          ref={box}
          type="search"
          label={t('readers.search')}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          enterKeyHint="search"
          autoComplete="off"
          maxLength={80}
        />
      </div>
      {/* A screen reader has the same words in the status. */}
      {isSearch && found.length > 0 && <Quiet aria-hidden="true">{said}</Quiet>}
      <VisuallyHidden role="status">{useSettled(isSearch ? said : '', settleMs)}</VisuallyHidden>
      {found.length === 0 ? (
        <EmptyState title={said} action={<Button onClick={showAll}>{t('readers.all')}</Button>}>
          {t('readers.noneText')} <WhomToAsk />
        </EmptyState>
      ) : (
        <Messages messages={found} typed={typed} areExplained={isSearch && found.length <= mostExplained} />
      )}
    </Stack>
  );
}

type MessagesProps = { messages: readonly ReaderMessage[]; typed: string; areExplained: boolean };

function Messages({ messages, typed, areExplained }: MessagesProps) {
  if (areExplained)
    return messages.map((message) => (
      <Panel key={message.id} look="sunken" title={<Shown message={message} typed={typed} />}>
        <Explained message={message} />
      </Panel>
    ));
  return (
    <Panel isFlush>
      <div>
        {messages.map((message) => (
          <Disclosure key={message.id} id={message.id} summary={<Shown message={message} typed={typed} />}>
            {() => <Explained message={message} />}
          </Disclosure>
        ))}
      </div>
    </Panel>
  );
}

/** The language of a text for a screen reader, where it is not that of the page. */
function useLangOf(): (language: ReaderMessage['language']) => string | undefined {
  const here = languageOf(useLocale());
  return (language) => (languageOf(language) === here ? undefined : toBcp47(language));
}

/** A dot stays behind its wording: no line begins with one. */
const inLines = (shown: string): string => shown.replaceAll(' · ', '\u00a0· ');

function Shown({ message, typed }: { message: ReaderMessage; typed: string }) {
  const langOf = useLangOf();
  const { number, shown } = message;
  const other = foundWording(message, typed);
  return (
    <>
      <span lang={langOf(message.language)}>
        {number !== null && (
          <>
            <strong>{number}</strong> ·{' '}
          </>
        )}
        {inLines(shown)}
      </span>
      {other && (
        <>
          <br />
          <Quiet as="span" lang={langOf(other.language)}>
            {inLines(other.shown)}
          </Quiet>
        </>
      )}
    </>
  );
}

function Explained({ message }: { message: ReaderMessage }) {
  const t = useT();
  const lang = useLangOf()(message.language);
  return (
    <Stack gap={2}>
      <p lang={lang}>{message.means}</p>
      <p>
        <strong>{t('readers.next')}</strong> <br />
        <span lang={lang}>{message.next}</span>
      </p>
    </Stack>
  );
}
