/** Where each call lives. The browser's client reads this table; the server's routes are checked against it. */
export const operations = {
  signIn: 'POST /public/api/v1/auth/sessions',
  getSettings: 'GET /public/api/v1/auth/user/get_settings',
  userIsLogged: 'GET /public/api/v1/auth/user_is_logged',
  signOut: 'GET /public/api/v1/auth/user/logout',
  giveConsent: 'POST /public/api/v1/auth/user/consent',
  setLanguage: 'PATCH /public/api/v1/auth/user/settings',
  register: 'POST /public/api/v1/auth/registrations',
  confirmRegistration: 'POST /public/api/v1/auth/registrations/confirm',
  getPortalConfig: 'GET /public/api/v1/portal/config',
  listCards: 'GET /public/api/v1/portal/cards',
  getCard: 'GET /public/api/v1/portal/cards/:cardId',
  linkCard: 'POST /public/api/v1/portal/cards',
  renameCard: 'PATCH /public/api/v1/portal/cards/:cardId',
  unlinkCard: 'DELETE /public/api/v1/portal/cards/:cardId',
  listTrips: 'GET /public/api/v1/portal/cards/:cardId/trips',
  getTrip: 'GET /public/api/v1/portal/cards/:cardId/trips/:tripId',
  listPayments: 'GET /public/api/v1/portal/cards/:cardId/payments',
  getPayment: 'GET /public/api/v1/portal/cards/:cardId/payments/:paymentId',
  downloadReceipt: 'GET /public/api/v1/portal/cards/:cardId/payments/:paymentId/receipt',
  listProducts: 'GET /public/api/v1/portal/cards/:cardId/products',
  getProduct: 'GET /public/api/v1/portal/cards/:cardId/products/:productId',
  findReceipts: 'POST /public/api/v1/portal/receipts/search',
  downloadPublicReceipt: 'POST /public/api/v1/portal/receipts/document',
} as const satisfies Record<string, `${'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'} /${string}`>;

export type OperationName = keyof typeof operations;
