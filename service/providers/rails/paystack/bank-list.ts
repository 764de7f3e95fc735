import * as z from "zod";
import { parseExactJson } from "../exact-json.ts";
import { type RailBank, RailUnavailable } from "../rail.ts";
import type { RailReply } from "../rail-http.ts";

const BankPage = z.object({
  data: z.array(
    z.object({
      name: z.string().trim().min(1),
      code: z.string(),
      nip_sort_code: z.string().nullish(),
      type: z.string().nullish(),
    }),
  ),
  meta: z.object({ next: z.string().nullish() }).nullish(),
});

/** `codes` maps NIP codes to Paystack's own. */
type BankList = { banks: RailBank[]; codes: ReadonlyMap<string, string> };

const MAX_PAGES = 30;
const KEEP_MS = 24 * 3_600_000;

/** The banks that Paystack reaches by NIP code, asked for once a day. The result throws `RailUnavailable`. */
export function createBankList(get: (path: string) => Promise<RailReply>): () => Promise<BankList> {
  let known: (BankList & { until: number }) | null = null;
  return async () => {
    if (!known || performance.now() > known.until)
      known = { ...(await fetchBanks(get)), until: performance.now() + KEEP_MS };
    return known;
  };
}

async function fetchBanks(get: (path: string) => Promise<RailReply>): Promise<BankList> {
  const pages: z.infer<typeof BankPage>["data"] = [];
  let next: string | null | undefined = "";
  for (let page = 0; page < MAX_PAGES && typeof next === "string"; page += 1) {
    const query = new URLSearchParams({
      country: "nigeria",
      currency: "NGN",
      include_nip_sort_code: "true",
      use_cursor: "true",
      perPage: "100",
      ...(next ? { next } : {}),
    });
    const reply = await get(`bank?${query}`);
    const read = reply.status === 200 ? BankPage.safeParse(parseExactJson(reply.text)) : undefined;
    if (!read?.success) throw new RailUnavailable("no list of banks");
    pages.push(...read.data.data);
    next = read.data.meta?.next;
  }
  const listed = pages.flatMap(({ nip_sort_code: nip, ...bank }) =>
    nip && /^\d{6}$/.test(nip) ? [{ ...bank, nip }] : [],
  );
  return {
    banks: listed.map(({ nip, name, code, type }) => ({
      code: nip,
      name,
      cbnCode: /^\d{3}$/.test(code) ? code : null,
      category: type ?? null,
    })),
    codes: new Map(listed.map(({ nip, code }) => [nip, code])),
  };
}
