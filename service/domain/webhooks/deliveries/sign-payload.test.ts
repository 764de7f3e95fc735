import { expect, test } from "vitest";
import { deliveryHeaders, signPayload } from "./sign-payload.ts";

const key = "sk_sandbox_0123456789abcdef0123456789abcdef";
const timestampSeconds = 1_767_225_600;
const body =
  '{"event":"wallet.credit","data":{"walletId":"0190a000-0000-7000-8000-000000000001","accountNumber":"9900000001","previousBalance":0,"newBalance":150000,"amount":150000,"type":"credit","reference":"REF-0000000001","timestamp":"2026-01-01T00:00:00.000Z"}}';
const sha512 =
  "ff83fadd7cfe05f7e4dd86c179c6302b8edf29185d0e4a00812e23b3b5951128be7d2794e97410f463a032864f200c06028c4ab4e7a12b155652460f863b1916";
const sha256 = "3ce6fc8c739446bd8260a24240984c0992474161b0fa2513521bb721c8245129";

test("produces the published digests for the published example", () => {
  expect(signPayload({ key, body, timestampSeconds })).toEqual({
    "x-service-signature": sha512,
    "x-webhook-signature": sha256,
    "x-webhook-timestamp": "1767225600",
  });
});

test("signs the UTF-8 bytes of non-ASCII text", () => {
  const signed = signPayload({ key, body: '{"name":"Tólá Bánkọ́lé ₦"}', timestampSeconds });
  expect(signed["x-service-signature"]).toBe(
    signPayload({ key, body: Buffer.from('{"name":"Tólá Bánkọ́lé ₦"}').toString(), timestampSeconds })[
      "x-service-signature"
    ],
  );
  expect(signed["x-service-signature"]).not.toBe(sha512);
});

test("an attempt has the headers of its event, delivery and attempt number, and the length in bytes", () => {
  const delivery = {
    key,
    previousKey: null,
    secrets: [],
    body: "₦",
    timestampSeconds,
    eventId: "e",
    deliveryId: "d",
    attempt: 2,
  };
  expect(deliveryHeaders(delivery)).toEqual({
    "content-type": "application/json; charset=utf-8",
    "content-length": "3",
    "user-agent": "merchant-wallet-webhooks/1",
    ...signPayload({ key, body: "₦", timestampSeconds }),
    "x-webhook-event-id": "e",
    "x-webhook-delivery-id": "d",
    "x-webhook-attempt": "2",
  });
});

test("the previous key also signs while it is valid", () => {
  const delivery = {
    key: "new",
    previousKey: key,
    secrets: [],
    body,
    timestampSeconds,
    eventId: "e",
    deliveryId: "d",
    attempt: 1,
  };
  expect(deliveryHeaders(delivery)).toMatchObject({
    ...signPayload({ key: "new", body, timestampSeconds }),
    "x-service-signature-previous": sha512,
    "x-webhook-signature-previous": sha256,
  });
});

test("each secret of the subscription signs into its own header, and the specification's headers stay as they are", () => {
  const delivery = {
    key: "sk_1",
    previousKey: null,
    body,
    timestampSeconds,
    eventId: "e",
    deliveryId: "d",
    attempt: 1,
  };
  const headers = deliveryHeaders({ ...delivery, secrets: [key, "whsec_former"] });
  expect(headers).toMatchObject(signPayload({ key: "sk_1", body, timestampSeconds }));
  const former = signPayload({ key: "whsec_former", body, timestampSeconds })["x-webhook-signature"];
  expect(headers["x-subscription-signature"]).toBe(`${sha256},${former}`);
});
