import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Secrets } from "./secrets.ts";

/** The files of published heads: `<day>.json`, its Ed25519 signature `<day>.json.sig` and `public-key.pem`. Ledger 6. */
export type HeadFiles = {
  has(day: string): boolean;
  write(day: string, head: object): Promise<void>;
  /** The heads of all days, oldest first; `isSigned` is false where the signature does not match. */
  read(): Promise<{ file: string; text: string; isSigned: boolean }[]>;
};

/** The DER head of an Ed25519 private key in PKCS #8; the seed of 32 bytes follows. */
const PKCS8_ED25519 = Buffer.from("302e020100300506032b657004220420", "hex");

const FILE = /^\d{4}-\d\d-\d\d\.json$/;

/** Keeps signed heads in a folder. The signing key is derived from `SECRETS_KEY`. */
export function createHeadFiles(folder: string, secrets: Secrets): HeadFiles {
  const key = signingKey(secrets);
  const put = async (name: string, content: string | Buffer) => {
    const unfinished = join(folder, `${name}.new`);
    await writeFile(unfinished, content, { mode: 0o644 });
    await rename(unfinished, join(folder, name));
  };
  return {
    has: (day) => existsSync(join(folder, `${day}.json`)),
    async write(day, head) {
      const text = `${JSON.stringify(head)}\n`;
      await mkdir(folder, { recursive: true });
      await put("public-key.pem", createPublicKey(key).export({ type: "spki", format: "pem" }));
      await put(`${day}.json.sig`, sign(null, Buffer.from(text), key));
      await put(`${day}.json`, text);
    },
    async read() {
      if (!existsSync(folder)) return [];
      const files = (await readdir(folder)).filter((name) => FILE.test(name)).sort();
      return await Promise.all(
        files.map(async (file) => {
          const text = await readFile(join(folder, file), "utf8");
          const signature = await readFile(join(folder, `${file}.sig`)).catch(() => Buffer.alloc(0));
          return { file, text, isSigned: verify(null, Buffer.from(text), createPublicKey(key), signature) };
        }),
      );
    },
  };
}

function signingKey(secrets: Secrets): KeyObject {
  const seed = secrets.keyedHash("ed25519", "book_head_key");
  return createPrivateKey({ key: Buffer.concat([PKCS8_ED25519, seed]), format: "der", type: "pkcs8" });
}
