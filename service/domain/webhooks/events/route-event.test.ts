import { describe, expect, it } from "vitest";
import type { ListenerRow } from "../../../db/webhooks/webhook-listeners.ts";
import { routeEvent } from "./route-event.ts";

const subscription = (id: string, events: string[], active = true) => ({
  id,
  url: `https://${id}.example`,
  events,
  active,
  unverified: id === "unknown",
});
const listener: ListenerRow = {
  tenant: 1,
  merchantId: "m",
  merchantName: "Ada Ventures",
  webhookMode: "BOTH",
  callbackUrl: "https://callback.example",
  subscriptions: [
    subscription("all", ["*"]),
    subscription("some", ["wallet.debit", "wallet.credit"]),
    subscription("other", ["wallet.debit"]),
    subscription("asleep", ["*"], false),
    subscription("unknown", ["*"]),
  ],
};
const reasonsIn = (webhookMode: ListenerRow["webhookMode"]) =>
  Object.fromEntries(
    routeEvent({ ...listener, webhookMode }, "wallet.credit").map(({ subscriptionId, reason }) => [
      subscriptionId ?? "callback",
      reason,
    ]),
  );

describe("an event", () => {
  it.each([
    ["LEGACY", { callback: null, all: "mode", some: "mode", other: "mode", asleep: "mode", unknown: "mode" }],
    [
      "SUBSCRIPTIONS",
      { callback: "mode", all: null, some: null, other: "no_match", asleep: "inactive", unknown: "unverified" },
    ],
    ["BOTH", { callback: null, all: null, some: null, other: "no_match", asleep: "inactive", unknown: "unverified" }],
  ] as const)("in mode %s goes to every target that no reason excludes", (mode, reasons) => {
    expect(reasonsIn(mode)).toEqual(reasons);
  });

  it("goes twice to a URL that is subscribed twice", () => {
    const twice = { ...listener, subscriptions: [subscription("all", ["*"]), subscription("all", ["*"])] };
    expect(routeEvent(twice, "wallet.credit").filter(({ reason }) => reason === null)).toHaveLength(3);
  });
});
