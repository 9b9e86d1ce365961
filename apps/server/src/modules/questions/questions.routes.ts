import * as operatorContract from '@tapfolio/contracts/asked-questions.ts';
import * as contract from '@tapfolio/contracts/questions.ts';
import type { FastifyPluginAsync } from 'fastify';
import { handle } from '../../gate/handle.ts';
import { sendJson } from '../../lib/send-json.ts';
import { answerQuestion, readAskedQuestion, readAskedQuestions } from './answer-question.service.ts';
import { askQuestion } from './ask-question.service.ts';
import { readQuestions, withdrawQuestion, writeToQuestion } from './questions.service.ts';

/** Questions of passengers about a trip or a payment. */
export const questionRoutes: FastifyPluginAsync = async (app) => {
  const context = { ...app.context, travel: app.travel };

  handle(app, contract.askAboutTrip, async ({ params, body, media, keyed, passenger }) => {
    const { cardId, tripId: id } = params;
    return await askQuestion(context, passenger, { ...body, kind: 'trip', id, at: body.at, cardId, media, keyed });
  });

  handle(app, contract.askAboutPayment, async ({ params, body, media, keyed, passenger }) => {
    const { cardId, paymentId: id } = params;
    return await askQuestion(context, passenger, { ...body, kind: 'payment', id, at: body.at, cardId, media, keyed });
  });

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

  handle(app, operatorContract.listAskedQuestions, async (request) =>
    readAskedQuestions(context.readDb, request.operator, request.query),
  );

  handle(app, operatorContract.getAskedQuestion, async (request) =>
    readAskedQuestion(context.readDb, request.operator, request.params.questionId),
  );

  handle(app, operatorContract.answerQuestion, async ({ params, body, keyed, operator }) =>
    answerQuestion(context, operator, { ...params, ...body, keyed }),
  );
};
