import { countSms } from "../../db/messages/sms-counts.ts";
import type { Transaction } from "../../db/pool.ts";
import type { Context, PublicContext } from "../context.ts";
import { Failure } from "../failure.ts";

const HOUR_MS = 3_600_000;
const MOST_OF_TENANT = 500;
const MOST_OF_NUMBER = 5;
/** The operator and the first digits: texts to many neighbouring numbers indicate SMS pumping fraud. */
const PREFIX_LENGTH = 9;
const MOST_OF_PREFIX = 30;

type Ctx = Pick<PublicContext, "clock" | "providers">;

/**
 * Counts one text message to a customer's number by merchant, number and prefix, in the caller's transaction.
 * @throws `sms_quota_exceeded` with `Retry-After` until the next hour
 */
export async function spendSmsQuota(tx: Transaction, ctx: Context, phoneNumber: string): Promise<void> {
  const tenant = { countedBy: "tenant", key: Buffer.from(String(ctx.tenant.id)), most: MOST_OF_TENANT } as const;
  const usedUp = await countSms(tx, [tenant, ...countsOf(ctx, phoneNumber)], hourOf(ctx));
  if (!usedUp) return;
  const seconds = Math.ceil((hourOf(ctx).getTime() + HOUR_MS - ctx.clock.now().getTime()) / 1000);
  throw new Failure("sms_quota_exceeded", { headers: { "retry-after": String(Math.max(1, seconds)) } });
}

/**
 * The same for a registration, which belongs to no merchant: whether a text may go to this number. It has counts of its own, so that a
 * stranger who registers with the numbers of customers does not use up theirs.
 */
export async function hasSmsQuota(tx: Transaction, ctx: Ctx, phoneNumber: string): Promise<boolean> {
  return (await countSms(tx, countsOf(ctx, phoneNumber, "registration "), hourOf(ctx))) === undefined;
}

/** The number comes first: where it has had its texts, none is counted for the others with its prefix. */
function countsOf({ providers }: Ctx, phoneNumber: string, purpose = "") {
  const hash = (text: string) => providers.secrets.keyedHash(`${purpose}${text}`, "sms_quota");
  return [
    { countedBy: "number", key: hash(phoneNumber), most: MOST_OF_NUMBER },
    { countedBy: "prefix", key: hash(phoneNumber.slice(0, PREFIX_LENGTH)), most: MOST_OF_PREFIX },
  ] as const;
}

function hourOf({ clock }: Ctx): Date {
  return new Date(Math.floor(clock.now().getTime() / HOUR_MS) * HOUR_MS);
}
