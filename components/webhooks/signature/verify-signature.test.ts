import { expect, test } from "vitest";
import { checkSignature } from "./verify-signature.ts";

/** The golden vector of Webhooks 6. */
const vector = {
  key: "sk_sandbox_0123456789abcdef0123456789abcdef",
  body: '{"event":"wallet.credit","data":{"walletId":"0190a000-0000-7000-8000-000000000001","accountNumber":"9900000001","previousBalance":0,"newBalance":150000,"amount":150000,"type":"credit","reference":"REF-0000000001","timestamp":"2026-01-01T00:00:00.000Z"}}',
  timestamp: "1767225600",
  own: "",
  sha512:
    "ff83fadd7cfe05f7e4dd86c179c6302b8edf29185d0e4a00812e23b3b5951128be7d2794e97410f463a032864f200c06028c4ab4e7a12b155652460f863b1916",
  sha256: "3ce6fc8c739446bd8260a24240984c0992474161b0fa2513521bb721c8245129",
};
const at = (secondsLater: number) => (Number(vector.timestamp) + secondsLater) * 1000;

test("both digests of the golden vector match, in the window", async () => {
  expect(await checkSignature(vector, at(10))).toEqual({
    own: "absent",
    sha512: "match",
    sha256: "match",
    ageSeconds: 10,
    isFresh: true,
  });
});

test("one of several signatures of the subscription's secrets is enough", async () => {
  const other = "0".repeat(64);
  expect(await checkSignature({ ...vector, own: `${other},${vector.sha256}` }, at(0))).toMatchObject({ own: "match" });
  expect(await checkSignature({ ...vector, own: other }, at(0))).toMatchObject({ own: "differs" });
});

test.each([
  [300, true],
  [301, false],
  [-300, true],
  [-301, false],
])("%i seconds after its timestamp: fresh is %s", async (later, isFresh) => {
  expect((await checkSignature(vector, at(later))).isFresh).toBe(isFresh);
});

test("one more byte in the body changes both digests", async () => {
  const check = await checkSignature({ ...vector, body: `${vector.body}\n` }, at(0));
  expect(check).toMatchObject({ sha512: "differs", sha256: "differs" });
});

test("the timestamp affects only the second digest; absent values are not compared", async () => {
  expect(await checkSignature({ ...vector, timestamp: "1767225601" }, at(0))).toMatchObject({
    sha512: "match",
    sha256: "differs",
  });
  expect(await checkSignature({ ...vector, timestamp: "today", sha512: "" }, at(0))).toEqual({
    own: "absent",
    sha512: "absent",
    sha256: "absent",
    ageSeconds: null,
    isFresh: false,
  });
});
