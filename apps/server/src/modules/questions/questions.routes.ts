import * as contract from '@tapfolio/contracts/questions.ts';
import type { FastifyPluginAsync } from 'fastify';
import { handle } from '../../gate/handle.ts';
import { sendJson } from '../../lib/send-json.ts';
import { answerQuestion, readAskedQuestion, readAskedQuestions } from './answer-question.service.ts';
import { askAboutPayment, askAboutTrip } from './ask-question.service.ts';
import { readQuestions, withdrawQuestion, writeToQuestion } from './questions.service.ts';

/** Questions of passengers about a trip or a payment. */
export const questionRoutes: FastifyPluginAsync = async (app) => {
  const context = { ...app.context, travel: app.travel };

  handle(app, contract.askAboutTrip, async ({ params, body, media, keyed, passenger }) =>
    askAboutTrip(context, passenger, { ...body, at: body.at, cardId: params.cardId, id: params.tripId, media, keyed }),
  );

  handle(app, contract.askAboutPayment, async ({ params, body, media, keyed, passenger }) =>
    askAboutPayment(context, passenger, {
      ...{ ...body, at: body.at },
      ...{ cardId: params.cardId, id: params.paymentId, media, keyed },
    }),
  );

  handle(app, contract.listQuestions, async (request, reply) =>
    sendJson(reply, await readQuestions(app.travel, request.passenger.passengerId)),
  );

  handle(app, contract.writeToQuestion, async ({ params, body, keyed, passenger }) =>
    writeToQuestion(context, passenger, { ...params, ...body, keyed }),
  );

  handle(app, contract.withdrawQuestion, async (request) => {
    await withdrawQuestion(context, request.passenger, request.params.questionId);
  });
};

/** Calls of operators' systems: they read questions and answer them. */
export const askedQuestionRoutes: FastifyPluginAsync = async (app) => {
  const { context } = app;

  handle(app, contract.listAskedQuestions, async (request) =>
    readAskedQuestions(context.readDb, request.operator, request.query),
  );

  handle(app, contract.getAskedQuestion, async (request) =>
    readAskedQuestion(context.readDb, request.operator, request.params.questionId),
  );

  handle(app, contract.answerQuestion, async ({ params, body, keyed, operator }) =>
    answerQuestion(context, operator, { ...params, ...body, keyed }),
  );
};
