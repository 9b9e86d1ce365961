/** The end of an address of the page of receipts that opens "Card refused?" at once. */
export const cardRefusedHash = 'card-refused';
