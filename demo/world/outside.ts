import path from 'node:path';
import type { Config } from '@tapfolio/server/src/config/config.ts';
import type { Stop } from '@tapfolio/server/src/lib/stop-all.ts';
import { type BackOffice, startBackOffice } from '../back-office/back-office.ts';
import { type SandboxBank, startBank } from '../bank/start-bank.ts';
import { type Mailbox, startMailbox } from '../mailbox/mailbox.ts';
import { demoPassword, providerPeople } from '../people/people.ts';
import { type DemoProvider, sessionCheckPath, signedOutPath, startProvider } from '../provider/provider.ts';

const wishedPorts = { smtp: 2525, page: 8025, provider: 8026, bank: 8027, backOffice: 8028 };

/** The services outside the portal: mailbox, identity provider, bank and back office. */
export interface Outside {
  mailbox: Mailbox;
  provider: DemoProvider;
  bank: SandboxBank;
  backOffice: BackOffice;
}

/** Starts mailbox, identity provider, bank and back office for the portal at this address. Adds a stop function for each to `stops`. */
export async function startOutside(directory: string, portal: string, stops: Stop[]): Promise<Outside> {
  const mailbox = await startMailbox(path.join(directory, 'mails'), wishedPorts);
  stops.push(() => mailbox.close());
  const wishedPort = wishedPorts.provider;
  const provider = await startProvider({ wishedPort, portal, people: providerPeople, password: demoPassword });
  stops.push(() => provider.close());
  const bank = await startBank({
    directory: path.join(directory, 'bank'),
    wishedPort: wishedPorts.bank,
    webhookUrl: `${portal}/internal/api/v1/bank/webhooks`,
  });
  stops.push(() => bank.close());
  const backOffice = await startBackOffice(path.join(directory, 'back-office.json'), wishedPorts.backOffice);
  stops.push(() => backOffice.close());
  return { mailbox, provider, bank, backOffice };
}

/** The operator's configuration for the demo: mails go to the mailbox, single sign-on to the provider, charges to the bank. */
export function atHome(config: Config, { mailbox, provider: { issuer, clientId }, bank, backOffice }: Outside): Config {
  const mail = { from: config.mail.from, host: '127.0.0.1', port: mailbox.smtpPort, secure: false };
  const endpoint = new URL(sessionCheckPath, issuer).href;
  const sso = {
    issuer,
    clientId,
    clientSecretFile: 'in memory',
    passwordUrl: new URL('/password', issuer).href,
    profileUrl: new URL('/profile', issuer).href,
    logoutAddresses: [],
    sessionCheck: { mode: 'redirect_check' as const, endpoint, logoutOn: [signedOutPath] },
  };
  const inMemory = { keyFile: 'in memory', webhookSecretFile: 'in memory' };
  const limits = { connectSeconds: 3, answerSeconds: 10 };
  return {
    ...config,
    mail,
    sso,
    bank: { protocol: 'http', url: bank.url, ...inMemory, ...limits },
    backOffice: { url: backOffice.url, signingKeyFile: 'in memory', unknownKinds: [], ...limits },
  };
}
