import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

/** What an authenticator and its browser claim about one use. Flags: user present, user verified, backed up. */
export type Claims = {
  origin: string;
  rpId: string;
  counter: number;
  isVerified: boolean;
  isSynced: boolean;
  userHandle: string;
};

const DEFAULTS = {
  origin: "https://wallets.example",
  rpId: "wallets.example",
  counter: 0,
  isVerified: true,
  isSynced: true,
} as const;

/** An authenticator in software, with one ES256 credential, as WebAuthn level 3 describes it. */
export type SoftwarePasskey = {
  id: string;
  /** The answer of `navigator.credentials.create`. */
  create(options: { challenge: string }, claims?: Partial<Claims>): object;
  /** The answer of `navigator.credentials.get`. */
  get(options: { challenge: string }, claims?: Partial<Claims>): object;
};

export function softwarePasskey(): SoftwarePasskey {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(16);
  const credential = { id: id.toString("base64url"), rawId: id.toString("base64url"), type: "public-key" };
  return {
    id: credential.id,
    create({ challenge }, claims) {
      const authData = Buffer.concat([head({ ...DEFAULTS, ...claims }, true), credentialData(id, publicKey)]);
      const attestation = new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", new Uint8Array(authData)],
      ]);
      const response = {
        clientDataJSON: clientData("webauthn.create", challenge, claims).toString("base64url"),
        attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString("base64url"),
        transports: ["internal", "hybrid"],
      };
      return { ...credential, response };
    },
    get({ challenge }, claims) {
      const authenticatorData = head({ ...DEFAULTS, ...claims }, false);
      const client = clientData("webauthn.get", challenge, claims);
      const response = {
        clientDataJSON: client.toString("base64url"),
        authenticatorData: authenticatorData.toString("base64url"),
        signature: signatureOf(privateKey, authenticatorData, client).toString("base64url"),
        ...(claims?.userHandle && { userHandle: claims.userHandle }),
      };
      return { ...credential, response };
    },
  };
}

function clientData(type: string, challenge: string, claims: Partial<Claims> = {}): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin: claims.origin ?? DEFAULTS.origin, crossOrigin: false }));
}

function head(claims: Omit<Claims, "userHandle">, hasCredential: boolean): Buffer {
  const backup = claims.isSynced ? 0x18 : 0;
  const flags = 0x01 | (claims.isVerified ? 0x04 : 0) | backup | (hasCredential ? 0x40 : 0);
  const tail = Buffer.alloc(5);
  tail.writeUInt8(flags, 0);
  tail.writeUInt32BE(claims.counter, 1);
  return Buffer.concat([sha256(claims.rpId), tail]);
}

function credentialData(id: Buffer, publicKey: KeyObject): Buffer {
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  // COSE: key type EC2, algorithm ES256, curve P-256.
  const key = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, "base64url"))],
    [-3, new Uint8Array(Buffer.from(y, "base64url"))],
  ]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(id.length);
  return Buffer.concat([Buffer.alloc(16), length, id, Buffer.from(isoCBOR.encode(key))]);
}

function signatureOf(key: KeyObject, authenticatorData: Buffer, client: Buffer): Buffer {
  return sign("sha256", Buffer.concat([authenticatorData, sha256(client)]), key);
}

function sha256(data: string | Buffer): Buffer {
  return createHash("sha256").update(data).digest();
}
