import * as z from "zod";
import { endpoint, members } from "./endpoint.ts";
import { Metadata, success } from "./envelope.ts";
import { Id, Instant, Paging, visibleName } from "./values.ts";

/** A short label on a wallet, in lower case: two spellings of one word are one tag. Decision 0114. */
export const Tag = visibleName(24)
  .regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N} _-]*$/u, "must have letters, digits, spaces, - and _ only")
  .toLowerCase()
  .meta({ examples: ["vip"] });

export const MOST_TAGS = 10;

/** A note of staff on a wallet. `isOwn`: the caller wrote it, and may remove it. */
export const WalletNote = z
  .object({ id: Id, text: z.string(), authorName: z.string(), isOwn: z.boolean(), createdAt: Instant })
  .meta({ id: "WalletNote" });
export type WalletNote = z.infer<typeof WalletNote>;

const NoteText = z
  .string()
  .trim()
  .min(1)
  .max(1000)
  .meta({ examples: ["Asked for a higher limit; waits for the NIN."] });

const ofWallet = z.object({ customerId: Id });
const notes = {
  tag: "Wallets",
  extension: true,
  callers: members,
  permission: "BROWSE_CUSTOMER_WALLETS",
  dashboard: true,
  status: 200,
} as const;

/** Notes and tags are staff's: all who see a wallet may write them, keys may not. Decision 0114. */
export const walletNoteEndpoints = {
  listWalletNotes: endpoint({
    ...notes,
    method: "GET",
    path: "/wallet/{customerId}/notes",
    replica: true,
    summary: "List the notes on a wallet, newest first",
    source: "dashboard 2.5",
    params: ofWallet,
    query: Paging,
    reply: success({ notes: z.array(WalletNote), metadata: Metadata }),
  }),
  addWalletNote: endpoint({
    ...notes,
    method: "POST",
    path: "/wallet/{customerId}/notes",
    summary: "Add a note to a wallet",
    source: "dashboard 2.5",
    status: 201,
    idempotent: true,
    params: ofWallet,
    body: z.object({ text: NoteText }),
    reply: success({ note: WalletNote }),
  }),
  removeWalletNote: endpoint({
    ...notes,
    method: "DELETE",
    path: "/wallet/notes/{id}",
    summary: "Remove one of your notes",
    source: "dashboard 2.5",
    params: z.object({ id: Id }),
    reply: success({}),
  }),
  listTags: endpoint({
    ...notes,
    method: "GET",
    path: "/wallet/tags",
    replica: true,
    summary: "List the tags in use, by name, at most 200",
    source: "dashboard 2.5",
    reply: success({ tags: z.array(z.string()) }),
  }),
  changeWalletTags: endpoint({
    ...notes,
    method: "PATCH",
    path: "/wallet/{customerId}/tags",
    summary: "Add and remove tags of a wallet, which has at most 10",
    source: "dashboard 2.5",
    params: ofWallet,
    body: z
      .object({ add: z.array(Tag).max(MOST_TAGS).default([]), remove: z.array(Tag).max(MOST_TAGS).default([]) })
      .meta({ examples: [{ add: ["vip"] }] }),
    reply: success({ tags: z.array(z.string()) }),
  }),
};
