/** Writes claim.md, debt.md, question.md and refund.md of docs/flows from their tables of states. Usage: node scripts/flow-docs.ts [--check] */
import { claimFlow } from './lib/claim-flow.ts';
import { debtFlow } from './lib/debt-flow.ts';
import { describeFlow } from './lib/flow.ts';
import { writeOrCheck } from './lib/generated-file.ts';
import { questionFlow } from './lib/question-flow.ts';
import { refundFlow } from './lib/refund-flow.ts';

const script = 'node scripts/flow-docs.ts';
writeOrCheck(`docs/flows/${debtFlow.name}.md`, describeFlow(debtFlow, script), script);
writeOrCheck(`docs/flows/${claimFlow.name}.md`, describeFlow(claimFlow, script), script);
writeOrCheck(`docs/flows/${refundFlow.name}.md`, describeFlow(refundFlow, script), script);
writeOrCheck(`docs/flows/${questionFlow.name}.md`, describeFlow(questionFlow, script), script);
