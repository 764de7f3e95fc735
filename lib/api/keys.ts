import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type * as z from "zod";
import type { restrictedKeyEndpoints } from "../../contract/restricted-keys.ts";
import type { Session } from "../permissions.ts";
import { FRESH_MS, queryKeyOf } from "./query-keys.ts";
import { readOf } from "./read.ts";
import { request } from "./request.ts";
import { useSession } from "./session-provider.tsx";

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

type Endpoints = typeof restrictedKeyEndpoints;
export type RestrictedKey = z.output<Endpoints["listRestrictedKeys"]["reply"]>["data"][number];
export type NewRestrictedKey = z.output<Endpoints["createRestrictedKey"]["reply"]>["data"];
export type RestrictedKeyInput = z.input<Endpoints["createRestrictedKey"]["body"]>;

/** Restricted keys of the mode shown, without the keys themselves; fresh for 30 s. Decision 0087. */
export function restrictedKeysQuery(session: Session) {
  return queryOptions({
    queryKey: queryKeyOf(session, "merchant", "restricted-keys"),
    staleTime: FRESH_MS.list,
    ...readOf(session, { path: "/merchant/restricted-keys" }, ({ data }: { data: RestrictedKey[] }) => data),
  });
}

/** Creates a restricted key. Not a mutation: that would cache the key. */
export async function createRestrictedKey(
  session: Session,
  input: Proof & RestrictedKeyInput,
): Promise<NewRestrictedKey> {
  const call = { method: "POST", base: "/api", path: "/keys/restricted", body: input } as const;
  return (await request<{ data: NewRestrictedKey }>(session, call)).data;
}

/** Replaces a restricted key. The old one stops after `overlapHours`; immediately with 0. */
export async function rollRestrictedKey(
  session: Session,
  id: string,
  input: Proof & { overlapHours: number },
): Promise<NewRestrictedKey> {
  const call = { method: "POST", base: "/api", path: `/keys/restricted/${id}/roll`, body: input } as const;
  return (await request<{ data: NewRestrictedKey }>(session, call)).data;
}

export function useRevokeRestrictedKey() {
  const session = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => request(session, { method: "DELETE", path: `/merchant/restricted-keys/${id}` }),
    onSettled: () => queries.invalidateQueries(restrictedKeysQuery(session)),
  });
}
