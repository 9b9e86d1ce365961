import { debtEdges, settledDebtStates } from '@tapfolio/domain/debt-states.ts';
import { undecidedPaymentStatuses } from '@tapfolio/domain/states.ts';
import { listed } from '../../lib/sql.ts';
import { inForce } from './payments.queries.ts';
import { isUnpaid, knownTaken, paidMinor, paidWithOurs } from './taken.queries.ts';

/**
 * What was paid of a known fare, as delivered. While a rest is owed, our earlier collections count too; a settled fare waits until the back
 * office counts the last.
 */
const toldPaid = `case when known.state in (${listed(settledDebtStates)}) then ${paidMinor} else ${paidWithOurs} end`;

/**
 * Whether a delivery counts that calls a fare unpaid. Once the bank took the money for us the back office may not know of it
 * yet: a settled fare is owed again only after something else was delivered in between, where the sum that was paid has that money in it, or
 * where more is due than before: then without what we had the bank collect. Or if a movement has the bank's reference of what it took for us last:
 * what is called paid then has that in it.
 * If the back office does not count what we had the bank collect last, the bank's ledger decides. Nobody is asked for what the bank has taken. If
 * the bank was asked for or took another currency for us than the fare has, nothing tells how much of it that paid: what was owed before stays
 * owed, and no more.
 */
const counts = `case
      when not now_unpaid then true
      when has_two_currencies then false
      when state in (${listed(debtEdges('delivered_unpaid').before)})
        then asked_minor > 0
          and (tells_ours
            or not (known_unpaid or lacks_ours)
            or told_paid_minor >= known_paid_minor + known_due_minor
            or lacks_ours and now_due_minor > known_paid_before_minor + known_due_minor)
      else state not in (${listed(settledDebtStates)})
    end`;

/** While the bank is being asked, its answer comes first; `followDelivery` then applies a delivery of that time. */
const becomes = `case
      when not counts then state
      when not now_unpaid and state in (${listed(debtEdges('delivered_paid').before)}) then 'ready'
      when now_unpaid and state in (${listed(debtEdges('delivered_unpaid').before)}) then 'owed'
      else state
    end`;

/**
 * What of a settled fare was not paid: what was missing when a delivery last called it unpaid, less what was paid since. The back office asks
 * for it no more, unless it is not known yet what becomes of it. What we had the bank collect is paid. A later delivery may say that more was paid, never that less was.
 */
const writtenOff = `case
        when now_unpaid then 0
        else greatest(0, least(unpaid_minor, unpaid_minor - (now_paid_minor - known_paid_minor)))
      end`;
const unpaidMinor = `case
          when not known_unpaid then known_written_off_minor
          when state in (${listed(settledDebtStates)}) then 0
          else known_due_minor
        end`;

/** Whether the bank has taken something of a known fare for us of which this holds. */
const tookForUs = (holds: string) => `exists (
            select
            from collections own
            where own.medium_id = known.medium_id
              and own.payment_id = known.payment_id
              and own.outcome = 'approved'
              and ${holds}
          )`;

/**
 * The known unpaid fares of the payments in a staging table: their former state, their current state, and the event between them. `offset 0`
 * keeps what is read apart from what is judged: PostgreSQL would put each expression in place of its name, and plan twice as long.
 */
export const toldBy = (source: string) => `from (
    select *, ${becomes} as next_state,
      case when counts and now_unpaid then asked_minor else known_due_minor end as due_minor,
      told_currency as currency,
      case when counts and told_currency = now_currency then now_paid_minor else known_paid_minor end as paid_minor,
      case when counts and now_unpaid then now_paid_minor else known_paid_before_minor end as paid_before_minor,
      case when counts then ${writtenOff} else known_written_off_minor end as written_off_minor,
      case when counts then now_unpaid else known_unpaid end as is_unpaid,
      counts and now_unpaid and (asked_minor, now_currency) <> (known_due_minor, known_currency) as is_other_sum
    from (
      select *, ${counts} as counts, ${unpaidMinor} as unpaid_minor,
        case when has_two_currencies then known_currency else now_currency end as told_currency
      from (
        select payment.medium_id, payment.payment_id, payment.operator_code, payment.srid, payment.opened_at,
          ${isUnpaid('payment')} and ${toldPaid} < payment.due_minor as now_unpaid,
          payment.status in (${listed(undecidedPaymentStatuses)}) as is_undecided,
          payment.due_minor as now_due_minor, payment.due_minor - ${paidWithOurs} as asked_minor,
          ${toldPaid} as told_paid_minor, ${paidWithOurs} as now_paid_minor, payment.currency as now_currency,
          known.state, known.state_at, known.version, known.is_unpaid as known_unpaid, known.due_minor as known_due_minor,
          known.paid_minor as known_paid_minor, known.paid_before_minor as known_paid_before_minor,
          known.written_off_minor as known_written_off_minor, known.currency as known_currency,
          ${tookForUs(`own.currency = known.currency
              and own.amount_minor = known.due_minor
              and own.amount_minor > ${paidMinor} - known.paid_before_minor`)} as lacks_ours,
          ${tookForUs(`own.currency = known.currency
              and own.amount_minor = known.due_minor
              and exists (
                select
                from settlements as move
                where move.medium_id = own.medium_id
                  and move.srid = payment.srid
                  and move.direction = 'debit'
                  and move.approved
                  and move.retrieval_reference = own.bank_reference
              )`)} as tells_ours,
          ${tookForUs('(own.currency <> payment.currency or own.taken_currency is not null)')} as has_two_currencies,
          (known.operator_code, known.srid, known.opened_at)
            is distinct from (payment.operator_code, payment.srid, payment.opened_at) as lies_elsewhere
        from ${source} as stage
        join debts as known on known.medium_id = stage.medium_id
          and known.payment_id = stage.payment_id
        ${inForce}
        ${knownTaken}
        offset 0
      ) as delivered
    ) as judged
  ) as told`;
