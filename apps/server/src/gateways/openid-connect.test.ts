import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { listen } from '../../test/listen.ts';
import { createIdentityProvider } from './openid-connect.ts';

it('stops reading a document of the provider that does not end', async () => {
  let sent = 0;
  const server = createServer((_request, response) => {
    const part = Buffer.alloc(65_536, ' ');
    const write = () => {
      do sent += part.length;
      while (response.write(part));
    };
    response.writeHead(200, { 'content-type': 'application/json' }).on('drain', write);
    write();
  });
  const issuer = `http://127.0.0.1:${await listen(server)}`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const provider = createIdentityProvider({ issuer, clientId: 'a', clientSecret: 'b', redirectUri: `${issuer}/back` });

  await expect(provider.begin()).rejects.toThrow(
    expect.objectContaining({ cause: expect.objectContaining({ message: expect.stringMatching(/longer than/) }) }),
  );

  expect(sent).toBeLessThan(20_000_000);
});
