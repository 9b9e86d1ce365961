import type { Locale } from '@tapfolio/domain/locale.ts';

/** One path per language; British English shares those of Canadian English. */
export type Paths = Readonly<Record<Exclude<Locale, 'en_GB'>, string>>;

const same = (path: '/' | '/oauth2_web_app_test') => ({
  fr_CA: path,
  de_DE: path,
  sk_SK: path,
  pl_PL: path,
  it_IT: path,
});

/**
 * The only table for browser and server: stable route name to its path in each language. `$name` is a parameter and has
 * the same name in every language. The en_CA path is the canonical one.
 */
export const pathTable = {
  'passenger-area': { en_CA: '/', ...same('/') },
  // Registered at the identity provider, so it is the same in every language.
  'sso-callback': { en_CA: '/oauth2_web_app_test', ...same('/oauth2_web_app_test') },
  login: {
    en_CA: '/login',
    fr_CA: '/connexion',
    de_DE: '/anmelden',
    sk_SK: '/prihlásenie',
    pl_PL: '/logowanie',
    it_IT: '/accesso',
  },
  logout: {
    en_CA: '/logout',
    fr_CA: '/déconnexion',
    de_DE: '/abmelden',
    sk_SK: '/odhlásenie',
    pl_PL: '/wylogowanie',
    it_IT: '/uscita',
  },
  register: {
    en_CA: '/register',
    fr_CA: '/inscription',
    de_DE: '/registrieren',
    sk_SK: '/registrácia',
    pl_PL: '/rejestracja',
    it_IT: '/registrazione',
  },
  'confirm-registration': {
    en_CA: '/confirm/$token',
    fr_CA: '/confirmer/$token',
    de_DE: '/bestätigen/$token',
    sk_SK: '/potvrdenie/$token',
    pl_PL: '/potwierdzenie/$token',
    it_IT: '/conferma/$token',
  },
  'receipt-page': {
    en_CA: '/receipt-page',
    fr_CA: '/page-des-reçus',
    de_DE: '/belege',
    sk_SK: '/doklady',
    pl_PL: '/pokwitowania',
    it_IT: '/ricevute',
  },
  receipt: {
    en_CA: '/receipt/$srfid',
    fr_CA: '/reçu/$srfid',
    de_DE: '/beleg/$srfid',
    sk_SK: '/doklad/$srfid',
    pl_PL: '/pokwitowanie/$srfid',
    it_IT: '/ricevuta/$srfid',
  },
  'reset-password': {
    en_CA: '/reset-password',
    fr_CA: '/réinitialiser-mot-de-passe',
    de_DE: '/passwort-zurücksetzen',
    sk_SK: '/obnova-hesla',
    pl_PL: '/resetowanie-hasła',
    it_IT: '/reimposta-password',
  },
  'change-password': {
    en_CA: '/change-password/$token',
    fr_CA: '/changer-mot-de-passe/$token',
    de_DE: '/passwort-ändern/$token',
    sk_SK: '/zmena-hesla/$token',
    pl_PL: '/zmiana-hasła/$token',
    it_IT: '/cambia-password/$token',
  },
  'stop-emails': {
    en_CA: '/stop-emails/$token',
    fr_CA: '/arrêter-courriels/$token',
    de_DE: '/mails-abbestellen/$token',
    sk_SK: '/zrušiť-emaily/$token',
    pl_PL: '/rezygnacja-z-maili/$token',
    it_IT: '/disattiva-email/$token',
  },
  error: {
    en_CA: '/error',
    fr_CA: '/erreur',
    de_DE: '/fehler',
    sk_SK: '/chyba',
    pl_PL: '/błąd',
    it_IT: '/errore',
  },
  'account-edit': {
    en_CA: '/account/edit',
    fr_CA: '/compte/modifier',
    de_DE: '/konto/bearbeiten',
    sk_SK: '/účet/upraviť',
    pl_PL: '/konto/edycja',
    it_IT: '/account/modifica',
  },
  questions: {
    en_CA: '/questions',
    fr_CA: '/questions',
    de_DE: '/fragen',
    sk_SK: '/otázky',
    pl_PL: '/pytania',
    it_IT: '/domande',
  },
  card: {
    en_CA: '/card',
    fr_CA: '/carte',
    de_DE: '/karte',
    sk_SK: '/karta',
    pl_PL: '/karta',
    it_IT: '/carta',
  },
  'card-add': {
    en_CA: '/card/add',
    fr_CA: '/carte/ajouter',
    de_DE: '/karte/hinzufügen',
    sk_SK: '/karta/pridať',
    pl_PL: '/karta/dodaj',
    it_IT: '/carta/aggiungi',
  },
  'card-trips-history': {
    en_CA: '/card/trips-history',
    fr_CA: '/carte/historique-des-trajets',
    de_DE: '/karte/fahrtenverlauf',
    sk_SK: '/karta/história-ciest',
    pl_PL: '/karta/historia-przejazdów',
    it_IT: '/carta/storico-viaggi',
  },
  'card-trips-history-table': {
    en_CA: '/card/trips-history/$id',
    fr_CA: '/carte/historique-des-trajets/$id',
    de_DE: '/karte/fahrtenverlauf/$id',
    sk_SK: '/karta/história-ciest/$id',
    pl_PL: '/karta/historia-przejazdów/$id',
    it_IT: '/carta/storico-viaggi/$id',
  },
  'card-payments-history': {
    en_CA: '/card/payments-history',
    fr_CA: '/carte/historique-des-paiements',
    de_DE: '/karte/zahlungsverlauf',
    sk_SK: '/karta/história-platieb',
    pl_PL: '/karta/historia-płatności',
    it_IT: '/carta/storico-pagamenti',
  },
  'card-payments-history-table': {
    en_CA: '/card/payments-history/$id',
    fr_CA: '/carte/historique-des-paiements/$id',
    de_DE: '/karte/zahlungsverlauf/$id',
    sk_SK: '/karta/história-platieb/$id',
    pl_PL: '/karta/historia-płatności/$id',
    it_IT: '/carta/storico-pagamenti/$id',
  },
  'card-products-history': {
    en_CA: '/card/products-history',
    fr_CA: '/carte/historique-des-produits',
    de_DE: '/karte/produktverlauf',
    sk_SK: '/karta/história-produktov',
    pl_PL: '/karta/historia-produktów',
    it_IT: '/carta/storico-prodotti',
  },
  'card-products-history-table': {
    en_CA: '/card/products-history/$id',
    fr_CA: '/carte/historique-des-produits/$id',
    de_DE: '/karte/produktverlauf/$id',
    sk_SK: '/karta/história-produktov/$id',
    pl_PL: '/karta/historia-produktów/$id',
    it_IT: '/carta/storico-prodotti/$id',
  },
  'card-favourites-table': {
    en_CA: '/card/favourites/$id',
    fr_CA: '/carte/favoris/$id',
    de_DE: '/karte/favoriten/$id',
    sk_SK: '/karta/obľúbené/$id',
    pl_PL: '/karta/ulubione/$id',
    it_IT: '/carta/preferiti/$id',
  },
} as const satisfies Record<string, Paths>;

/** The stable name of a screen. Code uses only this name. */
export type RouteName = keyof typeof pathTable;

/** Further paths that open a screen. `paths.ts` adds the paths without accents. */
export const pathAliases = {
  'receipt-page': ['/receipt', '/reçu', '/reçus', '/beleg', '/doklad', '/pokwitowanie', '/ricevuta'],
} as const satisfies Partial<Record<RouteName, readonly string[]>>;
