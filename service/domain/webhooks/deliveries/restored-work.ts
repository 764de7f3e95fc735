import { deliveryFailureText } from "../../../../contract/texts/webhooks.ts";
import { askAboutUnsent } from "../../../db/payouts/payout-attempts.ts";
import { inTransaction, type Transaction } from "../../../db/pool.ts";
import { skipAccountSerials } from "../../../db/wallets/wallet-creation.ts";
import { recordResults } from "../../../db/webhooks/record-results.ts";
import { claimRunningReplay, findRunningReplays } from "../../../db/webhooks/replay-candidates.ts";
import {
  countHeldJobs,
  holdJobs,
  lockHeldJobs,
  planByKeys,
  releaseHeldJobs,
} from "../../../db/webhooks/webhook-jobs.ts";
import type { Actor, Context, Services, Tenant } from "../../context.ts";
import { recordAudit } from "../../record-audit.ts";
import { fanOutEvents } from "../events/fan-out-events.ts";
import { cancelReplay } from "../replays/cancel-replay.ts";

type Operator = { services: Services; actor: Actor };

const BATCH_SIZE = 500;
/** More account numbers than are given out between the restored time and the restore. */
const SKIPPED_NUMBERS = 100_000;

/** `numbers`: the account numbers that are left out; `isRangeUsedUp`: the database has no others. `replays`: those that were ended. */
type HeldWork = { deliveries: number; payouts: number; replays: number; numbers: number; isRangeUsedUp: boolean };

/**
 * Call it on a restored database before the worker starts: the database does not know what was sent after the restored time. Publishes
 * waiting outbox records, holds every pending delivery, ends bulk replays, and has the bank asked about every unsent payout instead of
 * sending it. Leaves out the account numbers that may have been given out since. Repeating it is harmless. Decision 0167.
 */
export async function holdRestoredWork(operator: Operator): Promise<HeldWork> {
  const { services, actor } = operator;
  const numbers = await skipAccountSerials(services.db, SKIPPED_NUMBERS);
  const replays = await cancelReplays(operator);
  while ((await fanOutEvents(services)).records > 0);
  return inTransaction(services.db, async (tx) => {
    const held = await holdJobs(tx);
    const asked = await askAboutUnsent(tx, services.clock.now(), actor.name);
    for (const { deliveries, ...merchant } of held) await audit(tx, operator, "webhook.hold", merchant, { deliveries });
    for (const { payouts, ...merchant } of asked)
      await audit(tx, operator, "payout.ask_restored", merchant, { payouts });
    const counts = { deliveries: sumOf(held, "deliveries"), payouts: sumOf(asked, "payouts") };
    return { ...counts, replays, numbers, isRangeUsedUp: numbers < SKIPPED_NUMBERS };
  });
}

async function cancelReplays(operator: Operator): Promise<number> {
  const running = await findRunningReplays(operator.services.db);
  for (const id of running) {
    const replay = await inTransaction(operator.services.db, (tx) => claimRunningReplay(tx, id));
    if (replay) await cancelReplay(contextIn(operator, replay.tenant), { id });
  }
  return running.length;
}

/** Returns the number of deliveries that wait for `sendHeldDeliveries` or `failHeldDeliveries`. */
export function countHeldDeliveries({ db }: Services): Promise<number> {
  return countHeldJobs(db);
}

/** Sends the held deliveries, with the event IDs that their receivers may know. Returns their number. Decision 0167. */
export async function sendHeldDeliveries(operator: Operator): Promise<number> {
  const { services } = operator;
  return inTransaction(services.db, async (tx) => {
    const released = await releaseHeldJobs(tx, services.clock.now());
    for (const { deliveries, ...merchant } of released)
      await audit(tx, operator, "webhook.release", merchant, { deliveries });
    return sumOf(released, "deliveries");
  });
}

/** Ends the held deliveries unsent with the error `restored`; merchants may replay them. Returns their number. Decision 0167. */
export async function failHeldDeliveries(operator: Operator): Promise<number> {
  let failed = 0;
  while (true) {
    const count = await inTransaction(operator.services.db, (tx) => failSome(tx, operator));
    if (count === 0) return failed;
    failed += count;
  }
}

async function failSome(tx: Transaction, operator: Operator): Promise<number> {
  await planByKeys(tx);
  const jobs = await lockHeldJobs(tx, BATCH_SIZE);
  const result = { lease: null, status: "failed", retryAt: null, attempt: null, errorCode: "restored" } as const;
  const errorMessage = deliveryFailureText("restored", null);
  await recordResults(
    tx,
    jobs.map(({ deliveryId }) => ({ ...result, deliveryId, errorMessage })),
    operator.services.clock.now(),
  );
  for (const [first, ...others] of Map.groupBy(jobs, (job) => job.tenant).values()) {
    if (first) await audit(tx, operator, "webhook.drop", first, { deliveries: others.length + 1 });
  }
  return jobs.length;
}

function audit(
  tx: Transaction,
  operator: Operator,
  action: `${string}.${string}`,
  { tenant: id, merchantId, mode }: Omit<Tenant, "id"> & { tenant: number },
  after: object,
): Promise<void> {
  const ctx = contextIn(operator, { id, merchantId, mode });
  return recordAudit(tx, ctx, { action, object: { kind: "merchant", id: merchantId }, after });
}

function contextIn({ services, actor }: Operator, tenant: Tenant): Context {
  return { ...services, tenant, actor, address: null, requestId: services.ids.next(), pendingAnswer: null };
}

function sumOf<Name extends string>(rows: readonly Record<Name, number>[], name: Name): number {
  return rows.reduce((total, row) => total + row[name], 0);
}
