import { fastifyPlugin } from 'fastify-plugin';

/**
 * One line per call: the route's pattern and never its address, since addresses hold tokens and statement references.
 * The trace id is on the line already.
 */
export const requestLog = fastifyPlugin(
  (app) => {
    app.addHook('onResponse', (request, reply, done) => {
      // A refusal in a flood costs less than a line; `admission` counts them.
      if (request.isShed) return done();
      const { method, routeOptions } = request;
      const ms = Math.round(reply.elapsedTime);
      request.log.info({ method, route: routeOptions.url ?? 'unknown', status: reply.statusCode, ms }, 'answered');
      done();
    });
  },
  { name: 'request-log', dependencies: ['admission'] },
);
