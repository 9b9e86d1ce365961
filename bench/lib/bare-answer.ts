/**
 * Answers every request with the given number of bytes of JSON and does nothing else: the lowest cost of HTTP. Usage:
 * node bench/lib/bare-answer.ts BYTES
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';

const body = JSON.stringify('x'.repeat(Number(process.argv[2]) - 2));
const server = http.createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo; // a listening TCP server has one
  process.stdout.write(`Listening on http://127.0.0.1:${port}\n`);
});
process.on('SIGINT', () => process.exit(0));
