import type { Session } from "../permissions.ts";
import { request } from "./request.ts";

/** The password, given again, and the `code` of the second factor if there is one. */
export type Proof = { password: string; code?: string };
export type KeyPair = { publicKey: string; privateKey: string };

/** The key pair of the mode shown. Not a query or mutation: those would cache it. Dashboard 5.11. */
export async function revealKeys(session: Session, proof: Proof): Promise<KeyPair> {
  return (
    await request<{ data: KeyPair }>(session, {
      method: "POST",
      base: "/api",
      path: "/keys",
      body: proof,
      isReadOnly: true,
    })
  ).data;
}

/** Creates a new key pair. The old pair stops after `overlapHours`; immediately with 0. Dashboard 5.11. */
export async function rotateKeys(session: Session, input: Proof & { overlapHours: number }): Promise<KeyPair> {
  return (
    await request<{ data: KeyPair }>(session, { method: "POST", base: "/api", path: "/keys/rotate", body: input })
  ).data;
}
