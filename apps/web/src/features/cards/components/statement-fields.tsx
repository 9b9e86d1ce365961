import { type ClipboardEvent, type ReactNode, useRef } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { usePortalConfig } from '../../../lib/portal-config.ts';
import { useMoney } from '../../../lib/use-money.ts';
import { type EnterKeyHint, TextField } from '../../../ui/text-field.tsx';
import type { FormState } from '../../../ui/use-form.ts';
import { StatementDrawing } from './statement-drawing.tsx';
import { StatementField } from './statement-field.tsx';

/** What the passenger typed about a line in another form. */
export type TypedLine = { srid?: string | undefined; amount?: string | undefined; name?: string | undefined };

type Props = {
  field: FormState['field'];
  typed?: TypedLine | undefined;
  /** Leaves out the drawing of a statement if another line of the page has it. */
  isPlain?: boolean;
  /** Shown right under the reference. */
  children?: ReactNode;
  /** For the amount, where it is the last box of its form. */
  enterKeyHint?: EnterKeyHint | undefined;
};

/** Reference and amount of one statement line; the fields are called `srid` and `amount`. */
export function StatementFields({ field, typed, isPlain = false, children, enterKeyHint }: Props) {
  const t = useT();
  const money = useMoney();
  const { currency } = usePortalConfig();
  const line = useRef<HTMLInputElement>(null);
  const amount = useRef<HTMLInputElement>(null);
  const filled = useRef('');
  // An amount in the pasted line fills the box, unless the passenger has typed another amount into it.
  const handleAmount = (found: string): void => {
    const box = amount.current;
    if (!box || (box.value !== '' && box.value !== filled.current)) return;
    box.value = found;
    filled.current = found;
  };
  // A whole line is no amount. Pasted here it goes to its own box, which fills this one. If that has a text, it stays here, not cut, and is refused.
  const handlePaste = (event: ClipboardEvent): void => {
    const text = event.clipboardData.getData('text');
    const box = line.current;
    if (!box || box.value || !/\w{10}|.{21}/.test(text)) return;
    event.preventDefault();
    box.value = text;
    box.dispatchEvent(new Event('input', { bubbles: true }));
  };
  return (
    <>
      <StatementField {...field('srid')} box={line} defaultValue={typed?.srid} onAmount={handleAmount} />
      {children}
      {!isPlain && <StatementDrawing />}
      <TextField
        {...field('amount')}
        ref={amount}
        defaultValue={typed?.amount}
        label={t('receipts.amount')}
        help={t('receipts.amountHelp', { example: money({ amountMinor: 370, currency }) })}
        inputMode="decimal"
        onPaste={handlePaste}
        enterKeyHint={enterKeyHint}
        autoComplete="off"
        required
        unit={currency}
      />
    </>
  );
}
