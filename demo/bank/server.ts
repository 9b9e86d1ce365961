import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenNear } from '../ports/ports.ts';
import { answerContract } from './contract-routes.ts';
import { answerControl } from './control-routes.ts';
import { sendJson } from './exchange.ts';
import { Ledger } from './ledger.ts';
import { Messenger } from './messages.ts';

export interface BankSettings {
  /** Where the ledger lies. */
  directory: string;
  /** Where it listens when nobody else does; 0 takes any free port. */
  wishedPort: number;
  /** What the portal shows with each call. */
  key: string;
  /** What messages to the portal are signed with: `whsec_` and base64. */
  webhookSecret: string;
  /** Where the portal listens for them. */
  webhookUrl: string;
  reportLines: number;
  survivesPowerFailure: boolean;
}

export interface BankServer {
  url: string;
  close(): Promise<void>;
}

/** The sandbox bank, on this machine only. Its money is invented; its ledger is kept as a bank would. */
export async function openBankServer(settings: BankSettings): Promise<BankServer> {
  const { directory, wishedPort, key, reportLines } = settings;
  const ledger = new Ledger(directory, settings.survivesPowerFailure);
  const messenger = new Messenger({ ledger, url: settings.webhookUrl, secret: settings.webhookSecret });
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host ?? ''}`);
    const exchange = { request, response, url, ledger, messenger, key, reportLines };
    await (url.pathname.startsWith('/v1/') ? answerContract(exchange) : answerControl(exchange));
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else sendJson(response, 500, { message: String(error) });
    });
  });
  const port = await listenNear(server, wishedPort);
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      messenger.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      ledger.close();
    },
  };
}
