import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";

/** Encrypts values that must be readable again, and hashes values that must be found but not read (api 2). */
export type Secrets = {
  /** Seals a value for one column of one row: it opens nowhere else. `row` is the text of the row's key. Decision 0091. */
  seal(plain: string | Buffer, column: SealedColumn, row: string): Buffer;
  /** @throws when the value was sealed for another column or row, was changed, or needs a key that is not configured */
  open(sealed: Buffer, column: SealedColumn, row: string): string;
  /** The same for values that are not text. */
  openBytes(sealed: Buffer, column: SealedColumn, row: string): Buffer;
  /** Whether the newest key and the present layout sealed this value. `npm run platform -- reseal` renews the others. */
  isCurrent(sealed: Buffer): boolean;
  keyedHash(value: string, purpose: string): Buffer;
};

/**
 * Every place of sealed values, with the purpose under which values of the first layout were sealed. `import_number` is
 * a number in a downloaded file; its row is the tenant.
 */
const PURPOSES = {
  "business_document_chunks.sealed": "business_document",
  "card_setups.app_key_sealed": "card_setup",
  "cards.address_sealed": "card_address",
  "customers.bvn_sealed": "bvn",
  "customers.nin_sealed": "nin",
  "merchant_keys.private_key_sealed": "merchant_key",
  "messages.sealed": "message",
  "two_factors.secret_sealed": "two_factor",
  "wallet_import_rows.cells_sealed": "wallet_import",
  "webhook_subscriptions.secret_sealed": "webhook_secret",
  "webhook_subscriptions.previous_secret_sealed": "webhook_secret_previous",
  import_number: "import_number",
} as const;
export type SealedColumn = keyof typeof PURPOSES;

const IV_BYTES = 12;
const TAG_BYTES = 16;
/** The first byte of the present layout. The first layout began with the key's version, which is never 0. */
const LAYOUT = 0;

/**
 * Secrets under `SECRETS_KEY`: a comma-separated list of `version:base64` (32 bytes each, version 1 to 255); a bare
 * key is version 1. The highest version seals and all versions open, so that a key can be rotated. The lowest version
 * hashes, because a hash that is a database key must never change. Layout: 0, version, IV, tag, ciphertext; column and
 * row are authenticated. Values of the first layout (version, IV, tag, ciphertext, without the row) still open.
 */
export function createSecrets(keyList: string): Secrets {
  const keys = parseKeys(keyList);
  const versions = [...keys.keys()].sort((a, b) => a - b);
  const newest = versions.at(-1);
  const oldest = versions[0];
  if (newest === undefined || oldest === undefined) throw new Error("SECRETS_KEY holds no key");
  const derived = new Map<string, KeyObject>();
  const hashers = new Map<string, (value: string) => Buffer>();

  // A key object is five times as fast as the same key in a buffer.
  function keyFor(version: number, purpose: string): KeyObject {
    const name = `${version}:${purpose}`;
    const known = derived.get(name);
    if (known) return known;
    const master = keys.get(version);
    if (!master) throw new Error(`no key of version ${version} is configured`);
    const bytes = Buffer.from(hkdfSync("sha256", master, "", `merchant-wallet:${purpose}`, 32));
    const key = createSecretKey(bytes);
    derived.set(name, key);
    return key;
  }

  function openBytes(sealed: Buffer, column: SealedColumn, row: string): Buffer {
    const isFirstLayout = sealed[0] !== LAYOUT;
    const body = isFirstLayout ? sealed : sealed.subarray(1);
    const version = body[0];
    if (version === undefined || body.length < 1 + IV_BYTES + TAG_BYTES) throw new Error("not a sealed value");
    const purpose = column === "import_number" ? `${PURPOSES[column]}:${row}` : PURPOSES[column];
    const decipher = createDecipheriv(
      "aes-256-gcm",
      keyFor(version, `seal:${isFirstLayout ? purpose : column}`),
      body.subarray(1, 1 + IV_BYTES),
    );
    decipher.setAAD(Buffer.from(isFirstLayout ? purpose : `${column} ${row}`));
    decipher.setAuthTag(body.subarray(1 + IV_BYTES, 1 + IV_BYTES + TAG_BYTES));
    const text = body.subarray(1 + IV_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(text), decipher.final()]);
  }

  return {
    seal(plain, column, row) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv("aes-256-gcm", keyFor(newest, `seal:${column}`), iv);
      cipher.setAAD(Buffer.from(`${column} ${row}`));
      const bytes = typeof plain === "string" ? Buffer.from(plain, "utf8") : plain;
      const text = Buffer.concat([cipher.update(bytes), cipher.final()]);
      return Buffer.concat([Buffer.from([LAYOUT, newest]), iv, cipher.getAuthTag(), text]);
    },
    open: (sealed, column, row) => openBytes(sealed, column, row).toString("utf8"),
    openBytes,
    isCurrent: (sealed) => sealed[0] === LAYOUT && sealed[1] === newest,
    keyedHash(value, purpose) {
      const known = hashers.get(purpose);
      if (known) return known(value);
      const hasher = hmacOf(keyFor(oldest, `hash:${purpose}`).export());
      hashers.set(purpose, hasher);
      return hasher(value);
    },
  };
}

const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;

/**
 * HMAC-SHA256 (RFC 2104) of UTF-8 texts under one key of at most 64 bytes, as two hashes in one call each. The objects of `createHmac`
 * and `KeyObject` would take twice as long, and a transfer needs two of these.
 */
function hmacOf(key: Buffer): (value: string) => Buffer {
  const padded = (pad: number) =>
    Buffer.from(Uint8Array.from({ length: BLOCK_BYTES }, (_, at) => (key[at] ?? 0) ^ pad));
  const inner = padded(0x36);
  const outer = Buffer.concat([padded(0x5c), Buffer.alloc(DIGEST_BYTES)]);
  return (value) => {
    const bytes = Buffer.allocUnsafe(BLOCK_BYTES + Buffer.byteLength(value, "utf8"));
    inner.copy(bytes);
    bytes.write(value, BLOCK_BYTES, "utf8");
    hash("sha256", bytes, "buffer").copy(outer, BLOCK_BYTES);
    return hash("sha256", outer, "buffer");
  };
}

function parseKeys(keyList: string): Map<number, Buffer> {
  const keys = new Map<number, Buffer>();
  for (const part of keyList.split(",").map((text) => text.trim())) {
    const [, versionText, keyText] = /^(?:(\d{1,3}):)?([A-Za-z0-9+/_-]+={0,2})$/.exec(part) ?? [];
    const version = Number(versionText ?? 1);
    const key = Buffer.from(keyText ?? "", "base64");
    if (key.length !== 32 || version < 1 || version > 255) {
      throw new Error("SECRETS_KEY must be a list of version:base64 keys of 32 bytes each");
    }
    if (keys.has(version)) throw new Error(`SECRETS_KEY holds version ${version} twice`);
    keys.set(version, key);
  }
  return keys;
}
