import type { Delivery, DeliveryDetails, SubscriptionWithHealth } from "../../contract/webhook-records.ts";

/** Stubbed responses for tests of these pages; `testing.test.ts` checks them against the contract. */

const AT = "2026-11-21T13:51:02.000Z";

export function aSubscription(changes: Partial<SubscriptionWithHealth> = {}): SubscriptionWithHealth {
  return {
    id: "0190a000-0000-7000-8000-0000000000e1",
    url: "https://hooks.ada.example/wallets",
    events: ["wallet.credit", "wallet.debit", "customer.created"],
    description: "Wallet events",
    active: true,
    createdAt: AT,
    verifyEndpoint: false,
    verifiedAt: null,
    overflow: "fail",
    hasSecret: true,
    previousSecretUntil: null,
    health: {
      successRate24h: 0.9996,
      failingSince: null,
      lastErrorCode: null,
      waiting: 0,
      waitingUntil: null,
      usedThisMinute: 37,
      hours24h: [
        { hour: new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000).toISOString(), success: 2_499, failed: 1 },
      ],
    },
    ...changes,
  };
}

export function aDelivery(changes: Partial<Delivery> = {}): Delivery {
  return {
    id: "0190a000-0000-7000-8000-0000000000d1",
    eventId: "0190a000-0000-7000-8000-0000000000d2",
    subscriptionId: aSubscription().id,
    merchantId: "0190a000-0000-7000-8000-00000000000b",
    eventType: "wallet.credit",
    status: "success",
    attempts: 1,
    maxAttempts: 3,
    httpStatusCode: 200,
    responseTimeMs: 184,
    response: "ok",
    errorCode: null,
    errorMessage: null,
    reference: "REF-0000000001",
    payload: { event: "wallet.credit", data: { amount: 150000 } },
    isTest: false,
    replayOf: null,
    lastAttemptAt: AT,
    nextRetryAt: null,
    deliveredAt: AT,
    createdAt: AT,
    subscription: {
      id: aSubscription().id,
      url: aSubscription().url,
      description: "Wallet events",
      active: true,
      deleted: false,
    },
    ...changes,
  };
}

export function aFailure(changes: Partial<Delivery> = {}): Delivery {
  return aDelivery({
    status: "failed",
    attempts: 3,
    httpStatusCode: 503,
    errorCode: "http_error",
    errorMessage: "The endpoint answered with status 503.",
    deliveredAt: null,
    ...changes,
  });
}

export function detailsOf(delivery: Delivery, changes: Partial<DeliveryDetails> = {}): DeliveryDetails {
  return { ...delivery, payloadBytes: 850, replays: [], attemptLog: [], ...changes };
}

export function anAttempt(changes: Partial<DeliveryDetails["attemptLog"][number]> = {}) {
  return {
    n: 1,
    startedAt: AT,
    durationMs: 388,
    url: "https://hooks.ada.example/wallets",
    remoteAddress: "203.0.113.7",
    keyVersion: 1,
    requestHeaders: {
      "content-type": "application/json",
      "x-webhook-signature": "41d0".padEnd(60, "0").concat("88bc"),
    },
    httpStatusCode: 503,
    responseHeaders: { date: "Sat, 21 Nov 2026 13:51:02 GMT" },
    responseBody: "busy",
    responseBytes: 4,
    truncated: false,
    repaired: false,
    errorCode: "http_error" as const,
    ...changes,
  };
}

export const pageOf = (data: Delivery[], totalRecords = data.length) => ({
  body: {
    success: true,
    data,
    metadata: { page: 1, perPage: 20, totalRecords, totalPages: Math.ceil(totalRecords / 20) },
  },
});
