import type { Locale } from '@tapfolio/domain/locale.ts';

interface Avoided {
  readonly wording: RegExp;
  readonly instead: string;
}

/** Words that would give a thing a second name. The correct names are in `docs/translating.md`. */
const avoided: Readonly<Partial<Record<Locale, readonly Avoided[]>>> = {
  en_GB: [{ wording: /transit company/i, instead: 'transport company' }],
  en_CA: [{ wording: /\b(?:log(?:ging)?[ -](?:out|off)|give[ns]? back)\b/i, instead: 'sign out, refund' }],
  fr_CA: [
    { wording: /tarifs? impay|passages? impay|en souffrance/i, instead: 'trajet impayé' },
    { wording: /\bliée?s?\b(?! avec)/iu, instead: 'associée' },
    { wording: /référence du relevé/i, instead: 'référence de relevé' },
    { wording: /passage de carte/i, instead: 'validation' },
    { wording: /(?:été|êtes|serez) (?:dé)?connecté/iu, instead: 'session fermée' },
    { wording: /(?<!\{)\be-?mail/i, instead: 'courriel' },
    { wording: /nous joindre|(?:joignez|écrivez)-nous/i, instead: 'communiquer avec nous' },
    // Before a name that begins with a vowel it would be “d’”.
    { wording: /\b(?:de|que) (?:« ?)?\{(?:card|name|operator|package)\}/iu, instead: 'chez …, la carte …' },
  ],
  de_DE: [
    { wording: /unbezahlte Fahrt|offener Fahrpreis/i, instead: 'unbezahlter Fahrpreis' },
    { wording: /zugeordnet/i, instead: 'verknüpft' },
    { wording: /Handy/, instead: 'Smartphone' },
    { wording: /(?:Ihren?|Ihrem|einem) Anbieter/, instead: 'Anmeldedienst' },
    { wording: /Höchstbetr/i, instead: 'Höchstpreis' },
  ],
  sk_SK: [
    { wording: /priraden|priradí/i, instead: 'pripojená' },
    { wording: /\bjazd/i, instead: 'cesta' },
    { wording: /\bstrop/i, instead: 'limit' },
    { wording: /bankov\S+ kart/i, instead: 'platobná karta' },
    { wording: /domovsk\S+ stránk/i, instead: 'úvodná stránka' },
    // “Zrušiť” is the button that leaves a dialog: beside it, another word must delete the account.
    { wording: /zruš\S* (?:\S+ )?úč[et]|úč[et]\S* (?:[^.]* )?zruš/iu, instead: 'vymazať účet' },
  ],
  pl_PL: [
    { wording: /niezapłacon\S* przejazd/i, instead: 'nieopłacony przejazd' },
    { wording: /powiązana/i, instead: 'połączona' },
    { wording: /utracon/i, instead: 'zgubiona' },
    { wording: /stron\S+ główn/i, instead: 'strona startowa' },
  ],
  it_IT: [
    { wording: /(?:cors[ae]|tariff[ae]) non pagat/i, instead: 'viaggio non pagato' },
    { wording: /condizioni di protezione/i, instead: 'condizioni sulla protezione dei dati' },
  ],
};

/** For each avoided word in a text, returns the glossary's word. */
export function glossaryProblems(locale: Locale, text: string): string[] {
  const found = (avoided[locale] ?? []).filter(({ wording }) => wording.test(text));
  return found.map(({ wording, instead }) => `"${wording.exec(text)?.[0]}" is called "${instead}" everywhere else`);
}
