import { codeLines, isTest, type Problem, readSources, report, type Source } from "./sources.ts";

/** Verbs that write without an audit row of their own, each with the reason. */
export const WITHOUT_AUDIT: Record<string, string> = {
  "service/domain/auth/sign-in/attempt-limit.ts": "counts attempts before the tenant is known",
  "service/domain/auth/two-factor/check-second-factor.ts": "consumes a code; open-session.ts records the sign-in",
  "service/domain/auth/two-factor/drop-second-factors.ts": "runs inside an audited verb",
  "service/domain/auth/passkeys/challenge.ts": "stores and consumes challenges; their use is audited",
  "service/domain/auth/passkeys/check-assertion.ts": "counts a use; the sign-in or step-up is audited",
  "service/domain/auth/sign-in/failed-sign-ins.ts": "records the failure for its owner itself",
  "service/domain/auth/sign-in/log-in.ts": "sends another code; open-session.ts records the sign-in",
  "service/domain/auth/passwords/request-password-reset.ts": "sends a code to its owner only; its use is audited",
  "service/domain/auth/email/send-email-confirmation.ts": "sends a code to its owner only; its use is audited",
  "service/domain/merchant/sign-up/register-merchant.ts":
    "the merchant does not exist yet; create-merchant.ts records the sign-up",
  "service/domain/auth/sign-in/resend-activation-code.ts": "the merchant does not exist yet",
  "service/domain/merchant/sign-up/verify-merchant.ts": "create-merchant.ts and add-member.ts record the sign-up",
  "service/domain/team/accept-invitation.ts": "add-member.ts records who joined",
  "service/domain/auth/sign-in/guess-password.ts": "counts failed attempts; open-session.ts records the sign-in",
  "service/domain/auth/sign-in/purge-sign-in-traces.ts": "deletes expired rows",
  "service/domain/cards/activate-card.ts": "change-card.ts records each step of a card",
  "service/domain/cards/inform-issuer.ts": "tells the issuer of changes that are audited",
  "service/domain/cards/order-card.ts": "change-card.ts records each step of a card",
  "service/domain/cards/record-issuer-status.ts": "change-card.ts records each step of a card",
  "service/domain/insights/fold-activity.ts": "aggregates existing records",
  "service/domain/insights/mail-weekly-reports.ts": "marks the Monday of a mail; the subscription is audited",
  "service/domain/merchant/analytics/fold-rollups.ts": "aggregates existing records",
  "service/domain/auth/sessions/session-proof.ts": "runs inside an audited verb",
  "service/domain/payouts/batches/send-batch.ts": "pay-items.ts records the payouts in the same commit",
  "service/domain/reconciliation/compare-settlements.ts":
    "compares a file whose upload is audited; verdicts are audited",
  "service/domain/messages/deliver-messages.ts": "sends messages whose verbs are audited",
  "service/domain/messages/development-outbox.ts": "stores messages for development only",
  "service/domain/messages/purge-messages.ts": "deletes finished messages",
  "service/domain/reconciliation/purge-settlement-lines.ts": "deletes old lines of compared files",
  "service/domain/messages/queue-message.ts": "runs inside an audited verb",
  "service/domain/batches/upload/receive-upload.ts": "stages an upload; accept-upload.ts records it",
  "service/domain/merchant/verification/document-content.ts": "stages an upload; upload-documents.ts records it",
  "service/domain/merchant/sign-up/seed-once.ts": "marks the start of the demo seed; its verbs are audited",
  "service/domain/payouts/run-payouts.ts": "leases attempts; record-outcome.ts records what came of them",
  "service/domain/approvals/mail-approvers.ts": "marks the time of a mail; submissions are audited",
  "service/domain/merchant/balance-alert/watch-balances.ts": "marks the time of a mail; the alert is audited",
  "service/domain/transactions/seals/mail-head.ts": "marks the day of a mail; the subscription is audited",
  "service/domain/transactions/seals/seal-books.ts": "links existing records",
  "service/domain/transactions/seals/verify-books.ts": "stores the progress of the verification",
  "service/domain/transactions/verify-ledger.ts": "stores the progress of the verification",
  "service/domain/webhooks/deliveries/claim-deliveries.ts": "the delivery is its own record",
  "service/domain/webhooks/events/fan-out-events.ts":
    "quarantines outbox records; the verb behind each record is audited",
  "service/domain/webhooks/events/publish-events.ts": "publishes events of changes that are audited already",
  "service/domain/webhooks/deliveries/result-recorder.ts": "the attempt is its own record",
  "service/domain/webhooks/deliveries/retain-webhooks.ts": "deletes history after its retention",
  "service/domain/webhooks/replays/run-replays.ts": "continues a replay whose start is audited",
};

const WRITES = /\b(inTransaction|moveMoney)\(/;
const WRITING_NAME = /^(insert|update|delete|remove|upsert|set|store|save|revoke|rotate|mark|claim|open|create)[A-Z]/;
/** `audit` is passed to `moveMoney`, which commits it with the money. Submissions and decisions write their own audit rows. */
const AUDITS = /\b(recordAudit|auditRow|add(Batch)?Submission|writeDecision|endChange)\(|\baudit(:|\()/;

/** Finds verbs of `service/domain` that write and leave no audit row. */
export function findUnauditedVerbs(sources: Source[], withoutAudit: Record<string, string> = WITHOUT_AUDIT): Problem[] {
  const verbs = sources.filter(({ path }) => /^service\/domain\/[^/]+\//.test(path) && !isTest(path));
  const unaudited = verbs.filter(({ text }) => writes(text) && !AUDITS.test(code(text)));
  const stale = Object.keys(withoutAudit).filter((path) => !unaudited.some((verb) => verb.path === path));
  return [
    ...unaudited
      .filter(({ path }) => withoutAudit[path] === undefined)
      .map(({ path }) => ({ path, line: 1, message: "writes, but records no audit row" })),
    ...stale.map((path) => ({ path, line: 1, message: "is listed in WITHOUT_AUDIT for nothing: remove the line" })),
  ];
}

function writes(text: string): boolean {
  return WRITES.test(code(text)) || namesFromDatabase(text).some((name) => WRITING_NAME.test(name));
}

function namesFromDatabase(text: string): string[] {
  const imports = text.matchAll(/^import \{([^}]*)\} from "(?:\.\.\/)+db\/[^"]+";/gms);
  return [...imports].flatMap((found) => (found[1] ?? "").split(",").map((name) => name.trim()));
}

function code(text: string): string {
  return codeLines(text)
    .map((line) => line.code)
    .join("\n");
}

if (import.meta.main) {
  report(findUnauditedVerbs(readSources(["service/domain/**/*.ts"])), "Every verb that writes leaves an audit row.");
}
