import { describe, expect, it } from 'vitest';
import { testConfig } from '../../../test/build-app.ts';
import type { Config } from '../../config/config.ts';
import { presentPortalConfig } from './portal-config.present.ts';

const { consent, links } = testConfig();
const former = { en_CA: 'https://lakeshore.example/terms-1', fr_CA: 'https://lakeshore.example/conditions-1' };
const inForce = { en_CA: 'https://lakeshore.example/terms-2' };

function termsOf(url: typeof consent.url, dataProtection?: typeof former) {
  const config = testConfig({ consent: { ...consent, url }, links: { ...links, dataProtection } });
  return presentPortalConfig(config).links.dataProtection;
}

describe('the link to the data-protection terms', () => {
  it('leads to the version that is consented to, if the operator names no other page', () => {
    expect(termsOf(inForce)).toEqual(inForce);
  });

  it('never leads to a former version, not even in a language that the new one does not have', () => {
    expect(termsOf(inForce, former)).toEqual(inForce);
  });

  it('leads to the page of the operator if the consent names none', () => {
    expect(termsOf({}, former)).toEqual(former);
  });
});

const bank: Config['bank'] = {
  protocol: 'http',
  url: 'https://bank.example',
  keyFile: 'secrets/bank.key',
  webhookSecretFile: 'secrets/bank-webhook.key',
  connectSeconds: 3,
  answerSeconds: 10,
};
const payment: [how: string, config: Partial<Config>, isOffered: boolean][] = [
  ['with a bank', { bank }, true],
  ['without a bank', {}, false],
  ['with a bank, if the operator withholds it', { bank, withheldPermissions: ['card.pay-debt'] }, false],
];

it.each(payment)('the payment of unpaid fares %s', (_, config, isOffered) => {
  expect(presentPortalConfig(testConfig(config)).offersDebtPayment).toBe(isOffered);
});
