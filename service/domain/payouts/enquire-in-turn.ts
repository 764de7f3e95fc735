import type { BankAccount, Enquiry, Rail } from "../../providers/rails/rail.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { createPlaces } from "../places.ts";
import { railOf } from "./banks.ts";

/** Enquiries of one merchant at the same time in this process. They leave connections of the rail to other merchants. */
const LINES = {
  /** Names that somebody looks up; nothing is lost where one is refused. */
  look_up: { running: () => 4, waiting: 16 },
  /** Payments wait instead, apart from the merchant's own look-ups. */
  payment: { running: () => 8, waiting: Number.POSITIVE_INFINITY },
  /** The items of all batches together. */
  batch: { running: () => 16, waiting: Number.POSITIVE_INFINITY },
};
const WAIT_MS = 20_000;
const RETRY_AFTER_SECONDS = "5";

export type EnquiryLine = keyof typeof LINES;

type Places = Record<EnquiryLine, ReturnType<typeof createPlaces>>;
const placesOf = new WeakMap<Rail, Places>();

/**
 * Asks the rail of the mode whose account a number is, once the merchant has a place. A payment that gets none within `waitMs` has the
 * answer `unavailable`. Rails 2.
 * @throws `rail_missing`; `rate_limited` for a look-up while many of the merchant wait
 */
export async function enquireInTurn(
  ctx: Pick<Context, "providers" | "tenant">,
  account: BankAccount,
  line: EnquiryLine,
  waitMs = WAIT_MS,
): Promise<Enquiry> {
  const rail = railOf(ctx);
  const leave = await placesAt(rail)[line].take(ctx.tenant.id, AbortSignal.timeout(waitMs));
  if (!leave) {
    if (line !== "look_up") return { outcome: "unavailable", code: "busy" };
    throw new Failure("rate_limited", { headers: { "retry-after": RETRY_AFTER_SECONDS } });
  }
  try {
    return await rail.enquire(account);
  } finally {
    leave();
  }
}

function placesAt(rail: Rail): Places {
  const known = placesOf.get(rail);
  if (known) return known;
  const places = {
    look_up: createPlaces(LINES.look_up),
    payment: createPlaces(LINES.payment),
    batch: createPlaces(LINES.batch),
  };
  placesOf.set(rail, places);
  return places;
}
