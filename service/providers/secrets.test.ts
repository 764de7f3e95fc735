import { describe, expect, it } from "vitest";
import { createSecrets } from "./secrets.ts";

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString("base64");

describe("secrets", () => {
  const secrets = createSecrets(`1:${keyOf(1)}`);

  it("open only what was sealed for the same purpose", () => {
    const sealed = secrets.seal("22212345678", "bvn");
    expect(sealed.includes(Buffer.from("22212345678"))).toBe(false);
    expect(secrets.open(sealed, "bvn")).toBe("22212345678");
    expect(() => secrets.open(sealed, "nin")).toThrow();
  });

  it("seal the same text differently each time", () => {
    expect(secrets.seal("a", "x").equals(secrets.seal("a", "x"))).toBe(false);
  });

  it("detect a changed byte", () => {
    const sealed = secrets.seal("text", "x");
    sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1;
    expect(() => secrets.open(sealed, "x")).toThrow();
  });

  it("open old values after a new key was added, seal with the new key, and hash with the old one", () => {
    const rotated = createSecrets(`2:${keyOf(2)},1:${keyOf(1)}`);
    expect(rotated.open(secrets.seal("old", "x"), "x")).toBe("old");
    expect(() => secrets.open(rotated.seal("new", "x"), "x")).toThrow("version 2");
    expect(rotated.keyedHash("value", "x")).toEqual(secrets.keyedHash("value", "x"));
  });

  it("hash differently by purpose and by key", () => {
    const other = createSecrets(keyOf(3));
    expect(secrets.keyedHash("v", "x")).not.toEqual(secrets.keyedHash("v", "y"));
    expect(secrets.keyedHash("v", "x")).not.toEqual(other.keyedHash("v", "x"));
  });

  it.each(["", "short", "1:short", `0:${keyOf(1)}`, `256:${keyOf(1)}`, `1:${keyOf(1)},1:${keyOf(2)}`])(
    "reject the key list %j",
    (keyList) => {
      expect(() => createSecrets(keyList)).toThrow("SECRETS_KEY");
    },
  );
});
