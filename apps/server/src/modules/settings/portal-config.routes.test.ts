import { portalConfig } from '@tapfolio/contracts/portal-config.ts';
import { describe, expect, it } from 'vitest';
import { createTestApp, testConfig } from '../../../test/build-app.ts';
import { homeOperator } from '../../config/home-operator.ts';
import { portalRole } from '../../roles/portal.ts';

const home = homeOperator(testConfig().operators);
const operators = ['CAD', 'JPY', 'CAD'].map((currency, place) => ({
  ...home,
  code: `${place}`,
  currency,
  home: place === 0,
}));
const brand = { ...testConfig().brand, productNames: { fr_CA: 'Compte de voyage Lac-aux-Érables' } };
const { call } = await createTestApp([portalRole], { config: { operators, brand } });

describe('getPortalConfig', () => {
  it('[I18N-02] [I18N-03] tells without sign-in who the operator is, with its languages and contacts', async () => {
    const response = await call({ url: '/public/api/v1/portal/config' });

    expect(portalConfig.parse(response.json())).toMatchObject({
      brand: {
        name: 'Lakeshore Transit',
        productName: brand.productName,
        productNames: brand.productNames,
        payeeLabel: 'OCT*LAKESHORE TRANSIT',
      },
      languages: { deployed: ['en_CA', 'fr_CA'] },
      passkeyHost: 'localhost',
      contacts: { fr_CA: { email: 'aide@lakeshore.example' } },
      statementReference: { lengths: [13, 14], prefixes: ['OCT*', 'NLOV', '*'] },
      currency: 'CAD',
      timeZone: 'America/Toronto',
      dayCut: '04:30',
      singleSignOn: false,
    });
  });

  it('tells what its operators charge in, so that passengers of each can type an amount', async () => {
    const { currencies } = portalConfig.parse((await call({ url: '/public/api/v1/portal/config' })).json());

    expect(currencies).toEqual(['CAD', 'JPY']);
  });

  it('lists the words of the place that a password must not consist of', async () => {
    const { passwordRules } = portalConfig.parse((await call({ url: '/public/api/v1/portal/config' })).json());

    expect(passwordRules.contextWords).toEqual(expect.arrayContaining(['Lakeshore Transit', 'tapfolio', 'Maple']));
  });

  it('contains nothing about how the server is run', async () => {
    const response = await call({ url: '/public/api/v1/portal/config' });

    expect(response.body).not.toMatch(/"mail"|secret|"port"|vatRates|retention|feeds|theme/);
  });
});
