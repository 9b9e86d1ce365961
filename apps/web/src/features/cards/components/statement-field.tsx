import type { StatementLine } from '@tapfolio/domain/statement-reference.ts';
import { type RefObject, useRef, useState } from 'react';
import { type LazyText, useT } from '../../../lib/i18n.ts';
import { usePortalConfig } from '../../../lib/portal-config.ts';
import { useEarlyText } from '../../../lib/use-early-text.ts';
import { useSettled } from '../../../lib/use-settled.ts';
import { neededOf, readLine } from '../../../passenger/field-readers.ts';
import { Quiet, Stack } from '../../../ui/layout.tsx';
import { type EnterKeyHint, TextField } from '../../../ui/text-field.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import style from './statement-field.module.css';

/** A screen reader waits until typing pauses, so that it does not speak at every key. */
const settleMs = 1000;

type Props = {
  name: string;
  error: LazyText | undefined;
  defaultValue?: string | undefined;
  /**
   * Receives the amount in the pasted line, in its original form. It is empty if the line has several amounts, because one may
   * be a date or a balance, and if another reference comes without an amount.
   */
  onAmount?: (amount: string) => void;
  /** What Enter does, on the key of a touch keyboard, where this is the last box of its form. */
  enterKeyHint?: EnterKeyHint | undefined;
  /** Holds the box, for a form that fills it. */
  box?: RefObject<HTMLInputElement | null>;
};

/**
 * A box for a whole statement line: it says which reference it found in it, or how many characters are still
 * missing. The text stays as it was pasted; the reference is taken out of it when the form is sent.
 */
export function StatementField({ name, error, defaultValue = '', onAmount, enterKeyHint, box: given }: Props) {
  const t = useT();
  const config = usePortalConfig();
  const [text, setText] = useState(defaultValue);
  // An error about the former text is hidden as soon as another text is typed.
  const [oldError, setOldError] = useState<LazyText>();
  const shownError = error === oldError ? undefined : error;
  const reading = readLine(text, config);
  const own = useRef<HTMLInputElement>(null);
  const box = given ?? own;
  const lastRead = useRef<string>(undefined);
  const read = (typed: string): void => {
    setText(typed);
    const { srid, amounts } = readLine(typed, config);
    const [amount = '', ...others] = amounts;
    const isOtherLine = srid !== undefined && srid !== lastRead.current;
    if (amount !== '' || isOtherLine) onAmount?.(others.length === 0 ? amount : '');
    lastRead.current = srid ?? lastRead.current;
  };
  useEarlyText(box, read);
  const handleInput = ({ currentTarget }: { currentTarget: HTMLInputElement }): void => {
    read(currentTarget.value);
    setOldError(() => error);
  };
  return (
    <Stack gap={1}>
      <TextField
        ref={box}
        name={name}
        error={shownError}
        defaultValue={defaultValue}
        label={t('common.statementReference')}
        help={t('receipts.lineHelp')}
        onInput={handleInput}
        onChange={handleInput}
        enterKeyHint={enterKeyHint}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        required
        maxLength={200}
        className={style.input}
      />
      {!shownError && <Reading reading={reading} isEmpty={text.trim() === ''} />}
    </Stack>
  );
}

function Reading({ reading, isEmpty }: { reading: StatementLine; isEmpty: boolean }) {
  const t = useT();
  const { statementReference: rules } = usePortalConfig();
  const needed = neededOf(rules)(t);
  const { srid, foreign: character, count } = reading;
  const counted = isEmpty ? '' : t('receipts.lineCount', { count, needed });
  const missing = character ? t('validation.srid_foreign', { character }) : counted;
  const said = srid ? t('receipts.lineFound', { srid }) : missing;
  return (
    <>
      {/* A screen reader has the same words in the status. */}
      <Quiet className={style.reading} aria-hidden="true">
        {said}
      </Quiet>
      <VisuallyHidden role="status">{useSettled(said, settleMs)}</VisuallyHidden>
    </>
  );
}
