/**
 * Which namespace belongs to which part. A part is what is loaded together: `public` for every first page,
 * `forms` for everyone soon after it, `area` after sign-in, `documents` only on the server (mails, receipts).
 */
export const parts = {
  public: ['common', 'nav', 'login'],
  forms: ['register', 'receipts', 'password', 'errors', 'validation'],
  area: ['home', 'cards', 'trips', 'payments', 'products', 'favourites', 'account'],
  documents: ['mail', 'receiptdoc'],
} as const;

/** Name of a part of the catalogue. */
export type PartName = keyof typeof parts;
