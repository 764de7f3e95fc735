import { expect, test } from "vitest";
import { bytesText, headerLines, prettyJson, skewText } from "./wire-text.ts";

test("secret headers keep four characters at each end, others are complete", () => {
  const signature = "9f3c".padEnd(60, "0").concat("e1a7");
  expect(
    headerLines({ "x-webhook-signature": signature, "content-type": "application/json", "Set-Cookie": "a=1" }),
  ).toEqual(["Set-Cookie: ••••", "content-type: application/json", "x-webhook-signature: 9f3c••••••••e1a7"]);
});

test.each([
  [850, "850 B"],
  [16_384, "16 KiB"],
  [1_500, "1.5 KiB"],
  [3 * 1024 * 1024, "3 MiB"],
])("%i bytes are shown as %s", (bytes, text) => expect(bytesText(bytes)).toBe(text));

test("text that is not JSON is unchanged", () => {
  expect(prettyJson('{"a":1}')).toBe('{\n  "a": 1\n}');
  expect(prettyJson("<b>no</b>")).toBe("<b>no</b>");
});

const attempt = { startedAt: "2026-11-21T14:00:00.000Z", durationMs: 1_000 };
test("the receiver's clock is compared with the end of the attempt", () => {
  expect(skewText("Sat, 21 Nov 2026 14:00:01 GMT", attempt)).toBe("The receiver’s clock agrees with ours.");
  expect(skewText("Sat, 21 Nov 2026 14:01:01 GMT", attempt)).toBe("The receiver’s clock is 60 s ahead of ours.");
  expect(skewText("Sat, 21 Nov 2026 13:50:01 GMT", attempt)).toContain("600 s behind ours. It will refuse signatures");
  expect(skewText("soon", attempt)).toBeUndefined();
  expect(skewText(undefined, attempt)).toBeUndefined();
});
