import * as z from "zod";
import { endpoint, membersAndKeys } from "./endpoint.ts";
import { success } from "./envelope.ts";
import { permissionsOfKeys } from "./permissions.ts";
import { restrictedKeyTexts } from "./texts/restricted-keys.ts";
import { isAddressOrRange, wideRanges } from "./trusted-proxies.ts";
import { Id, Instant, visibleName } from "./values.ts";

const AddressOrRange = z
  .string()
  .trim()
  .max(60)
  .refine(isAddressOrRange, { error: restrictedKeyTexts.notAnAddress, abort: true })
  .refine((range) => wideRanges(range).length === 0, restrictedKeyTexts.tooWide)
  .meta({ examples: ["203.0.113.0/24"] });

/** What a restricted key may do, from where, and until when. Decision 0087. */
const RestrictedKeyBody = z.object({
  name: visibleName(60).meta({ examples: ["Payroll server"] }),
  permissions: z.array(z.enum(permissionsOfKeys)).min(1).max(permissionsOfKeys.length),
  allowedAddresses: z.array(AddressOrRange).max(50).default([]),
  expiresAt: Instant.nullable().default(null),
});
export type RestrictedKeyBody = z.infer<typeof RestrictedKeyBody>;

/** A restricted key without the key itself. */
const RestrictedKey = z
  .object({
    id: Id,
    name: z.string(),
    hint: z.string(),
    permissions: z.array(z.string()),
    allowedAddresses: z.array(z.string()),
    createdBy: z.object({ id: Id, name: z.string() }),
    createdAt: Instant,
    expiresAt: Instant.nullable(),
    stopsAt: Instant.nullable(),
    lastUsedAt: Instant.nullable(),
    lastUsedAddress: z.string().nullable(),
    lastRefusedAt: Instant.nullable(),
    lastRefusedAddress: z.string().nullable(),
    callsLastDay: z.int(),
    refusedLastDay: z.int(),
  })
  .meta({ id: "RestrictedKey" });

const NewKey = success({ data: z.object({ id: Id, name: z.string(), key: z.string() }) });

// Calls that return a key take no Idempotency-Key: the stored response would contain it. The general proxy never forwards them.
const base = { tag: "Merchant", status: 200, callers: membersAndKeys, extension: true, source: "api 2" } as const;

export const restrictedKeyEndpoints = {
  listRestrictedKeys: endpoint({
    ...base,
    method: "GET",
    path: "/merchant/restricted-keys",
    summary: "List the restricted keys of the current mode with their use, and those that ended in the last 30 days",
    permission: "BROWSE_KEYS",
    dashboard: true,
    reply: success({ data: z.array(RestrictedKey) }),
  }),
  createRestrictedKey: endpoint({
    ...base,
    method: "POST",
    path: "/merchant/restricted-keys",
    summary: "Create a key with some of the permissions of keys; the reply is the only one that contains it",
    permission: "GENERATE_KEYS",
    stepUp: true,
    dashboard: false,
    status: 201,
    body: RestrictedKeyBody,
    reply: NewKey,
  }),
  rollRestrictedKey: endpoint({
    ...base,
    method: "POST",
    path: "/merchant/restricted-keys/{id}/roll",
    summary: "Replace a restricted key; the old one stops working immediately or after some hours",
    permission: "GENERATE_KEYS",
    stepUp: true,
    dashboard: false,
    status: 201,
    params: z.object({ id: Id }),
    body: z.object({ overlapHours: z.int().min(0).max(72).default(0) }),
    reply: NewKey,
  }),
  revokeRestrictedKey: endpoint({
    ...base,
    method: "DELETE",
    path: "/merchant/restricted-keys/{id}",
    summary: "Revoke a restricted key",
    permission: "GENERATE_KEYS",
    dashboard: true,
    message: "Restricted key successfully revoked.",
    params: z.object({ id: Id }),
    reply: success({}),
  }),
};
