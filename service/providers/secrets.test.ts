import { createCipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createSecrets } from "./secrets.ts";

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString("base64");
const BVN = "customers.bvn_sealed";

/** A value as versions before decision 0091 sealed it: for a purpose, not for a row. */
function sealedInFirstLayout(plain: string, purpose: string, master: Buffer): Buffer {
  const key = Buffer.from(hkdfSync("sha256", master, "", `merchant-wallet:seal:${purpose}`, 32));
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, iv);
  cipher.setAAD(Buffer.from(purpose));
  const text = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return Buffer.concat([Buffer.from([1]), iv, cipher.getAuthTag(), text]);
}

describe("secrets", () => {
  const secrets = createSecrets(`1:${keyOf(1)}`);

  it("open only in the column and row that they were sealed for", () => {
    const sealed = secrets.seal("22212345678", BVN, "row 1");
    expect(sealed.includes(Buffer.from("22212345678"))).toBe(false);
    expect(secrets.open(sealed, BVN, "row 1")).toBe("22212345678");
    expect(() => secrets.open(sealed, "customers.nin_sealed", "row 1")).toThrow();
    expect(() => secrets.open(sealed, BVN, "row 2")).toThrow();
  });

  it("seal the same text differently each time", () => {
    expect(secrets.seal("a", BVN, "1").equals(secrets.seal("a", BVN, "1"))).toBe(false);
  });

  it("detect a changed byte", () => {
    const sealed = secrets.seal("text", BVN, "1");
    sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1;
    expect(() => secrets.open(sealed, BVN, "1")).toThrow();
  });

  it("open old values after a new key was added, seal with the new key, and hash with the old one", () => {
    const rotated = createSecrets(`2:${keyOf(2)},1:${keyOf(1)}`);
    const old = secrets.seal("old", BVN, "1");
    expect(rotated.open(old, BVN, "1")).toBe("old");
    expect([secrets.isCurrent(old), rotated.isCurrent(old)]).toEqual([true, false]);
    expect(() => secrets.open(rotated.seal("new", BVN, "1"), BVN, "1")).toThrow("version 2");
    expect(rotated.keyedHash("value", "x")).toEqual(secrets.keyedHash("value", "x"));
  });

  it("open values of the first layout, which are not current", () => {
    const sealed = sealedInFirstLayout("22212345678", "bvn", Buffer.alloc(32, 1));
    expect(secrets.open(sealed, BVN, "any")).toBe("22212345678");
    expect(secrets.isCurrent(sealed)).toBe(false);
    const number = sealedInFirstLayout("22212345678", "import_number:7", Buffer.alloc(32, 1));
    expect(secrets.open(number, "import_number", "7")).toBe("22212345678");
    expect(() => secrets.open(number, "import_number", "8")).toThrow();
  });

  it("hash texts of every length and script with HMAC-SHA256 under a derived key", () => {
    const key = Buffer.from(hkdfSync("sha256", Buffer.alloc(32, 1), "", "merchant-wallet:hash:x", 32));
    for (const text of [
      "",
      "a",
      "Adébáyọ̀ ₦5,000",
      "😀".repeat(40),
      ...[55, 56, 63, 64, 65, 5_000].map((n) => "é".repeat(n)),
    ]) {
      expect(secrets.keyedHash(text, "x")).toEqual(createHmac("sha256", key).update(text, "utf8").digest());
    }
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
