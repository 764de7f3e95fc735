import { expect, test } from "vitest";
import { Delivery, DeliveryDetails, SubscriptionWithHealth } from "../../contract/webhook-records.ts";
import { aDelivery, aFailure, anAttempt, aSubscription, detailsOf } from "./testing.ts";

test("the stubbed responses match the contract", () => {
  expect(SubscriptionWithHealth.parse(aSubscription())).toEqual(aSubscription());
  expect(Delivery.parse(aDelivery())).toEqual(aDelivery());
  const details = detailsOf(aFailure(), { attemptLog: [anAttempt()] });
  expect(DeliveryDetails.parse(details)).toEqual(details);
});
