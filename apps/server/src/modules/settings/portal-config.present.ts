import type { PortalConfig } from '@tapfolio/contracts/portal-config.ts';
import type { Config } from '../../config/config.ts';
import { homeOperator } from '../../config/home-operator.ts';
import { placeWords } from '../../config/place-words.ts';
import { addressesOfTerms } from '../../config/terms.ts';

/** The public half of the configuration, field by field: what is not named here never leaves the server. */
export function presentPortalConfig(config: Config): PortalConfig {
  const home = homeOperator(config.operators);
  const { length, digits, bigLetters, smallLetters, specialChars, maxRepeat } = config.passwordRules;
  return {
    brand: {
      name: config.brand.name,
      productName: config.brand.productName,
      productNames: config.brand.productNames,
      payeeLabel: config.brand.payeeLabel,
    },
    languages: { deployed: config.languages.deployed, hosts: config.languages.hosts },
    passkeyHost: new URL(config.publicUrl).hostname,
    contacts: config.contacts,
    links: { ...config.links, dataProtection: addressesOfTerms(config) },
    portalVersion: config.portalVersion,
    statementReference: {
      lengths: config.statementReference.lengths,
      prefixes: config.statementReference.prefixes,
      sample: config.statementReference.samples[0] ?? '',
    },
    currency: config.currency,
    currencies: [...new Set([config.currency, ...config.operators.map(({ currency }) => currency)])],
    timeZone: home.timeZone,
    dayCut: home.dayCut,
    consentVersion: config.consent.version,
    passwordRules: {
      length,
      digits,
      bigLetters,
      smallLetters,
      specialChars,
      maxRepeat,
      contextWords: placeWords(config),
    },
    singleSignOn: config.sso !== undefined,
    offersDebtPayment: config.bank !== undefined && !config.withheldPermissions.includes('card.pay-debt'),
    ...(config.questions && { questions: { answerDays: config.questions.answerDays } }),
    ...(config.sso && { providerLinks: { password: config.sso.passwordUrl, profile: config.sso.profileUrl } }),
  };
}
