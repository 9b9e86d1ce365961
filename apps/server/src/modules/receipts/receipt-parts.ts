import type { PaymentDetail, RelatedTrip } from '@tapfolio/contracts/payments.ts';
import type { Locale } from '@tapfolio/domain/locale.ts';
import type { Money } from '@tapfolio/domain/money.ts';
import type { Story } from '@tapfolio/domain/payment-story.ts';
import type { DocumentsMessages } from '@tapfolio/locales/generated/keys.ts';
import type { Translate } from '@tapfolio/locales/translator.ts';

/** The payment of a passenger, and how its amount came about. */
export interface AccountReceipt {
  readonly payment: PaymentDetail;
  readonly story: Story<RelatedTrip>;
}

type Words = Translate<DocumentsMessages>;

/** The words and formats of the language of a receipt. */
export interface Pen {
  readonly t: Words;
  readonly locale: Locale;
  readonly colon: string;
  /** The portal's own operator, as printed on trips. */
  readonly home: string;
  money(amount: Money): string;
}

/** A table of a receipt. */
export interface Listing {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A line of a receipt: a name and its value. */
export interface NamedValue {
  readonly name: string;
  readonly value: string;
}
