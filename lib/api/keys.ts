import type { Session } from "../permissions.ts";
import { request } from "./request.ts";

/** What the person gives again; `code` where they have a second factor. */
export type Proof = { password: string; code?: string };
export type KeyPair = { publicKey: string; privateKey: string };

/** The pair of keys of the mode shown. Never through a query or mutation: those would keep it. Dashboard 5.11. */
export async function revealKeys(session: Session, proof: Proof): Promise<KeyPair> {
  return (
    await request<{ data: KeyPair }>(session, {
      method: "POST",
      door: "/api",
      path: "/keys",
      body: proof,
      isQuestion: true,
    })
  ).data;
}

/** Makes a new pair; the old one stops after `overlapHours`, at once with 0. Dashboard 5.11. */
export async function rotateKeys(session: Session, input: Proof & { overlapHours: number }): Promise<KeyPair> {
  return (
    await request<{ data: KeyPair }>(session, { method: "POST", door: "/api", path: "/keys/rotate", body: input })
  ).data;
}
