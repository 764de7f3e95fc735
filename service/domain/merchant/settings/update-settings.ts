import type { MerchantSettings } from "../../../../contract/merchant-settings.ts";
import { merchantTexts } from "../../../../contract/texts/merchant.ts";
import {
  lockSettings,
  type MerchantOwnSettings,
  updateCallbackUrl,
  updateOwnSettings,
} from "../../../db/merchant/settings.ts";
import { findTenants } from "../../../db/merchant/tenants.ts";
import { inTransaction, type Transaction } from "../../../db/pool.ts";
import type { Context, Mode } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { queueSecurityNotice } from "../../messages/security-notice.ts";
import { recordAudit } from "../../record-audit.ts";
import { assertCallableUrl } from "../../webhooks/subscriptions/check-webhook-url.ts";
import { getSettings } from "./get-settings.ts";

/** Omitted fields stay unchanged. Kobo. */
export type UpdateSettingsInput = {
  merchantFee?: number | undefined;
  merchantDailyLimit?: number | null | undefined;
  requirePinForDebit?: boolean | undefined;
  requireTwoFactor?: boolean | undefined;
  membersMayMoveMoney?: boolean | undefined;
  canDebitCustomer?: boolean | undefined;
  internalTransfers?: boolean | undefined;
  webhookMode?: MerchantSettings["webhookMode"] | undefined;
  callbackURL?: string | null | undefined;
  sandboxCallbackURL?: string | null | undefined;
};

/**
 * Changes the merchant's own settings in the context's mode; callback URLs in the mode each belongs to. Applies to
 * later movements; unchanged values are not audited. API 6, decision 0072. Returns the settings in force.
 * @throws `platform_setting` for `canDebitCustomer` and `internalTransfers` in PRODUCTION; `permission_missing` for a
 * field that this caller may not change; `validation_failed` for a URL that may not be called
 */
export async function updateSettings(ctx: Context, input: UpdateSettingsInput): Promise<MerchantSettings> {
  if (ctx.tenant.mode === "PRODUCTION") assertNoPlatformSettings(input);
  if (ctx.actor.kind === "key") assertNoGuards(input);
  if (input.membersMayMoveMoney !== undefined) assertIsMainMerchant(ctx, "membersMayMoveMoney");
  await assertCallableUrls(ctx, input);
  await inTransaction(ctx.db, async (tx) => {
    await changeOwnSettings(tx, ctx, input);
    await changeCallbackUrls(tx, ctx, input);
  });
  // Cached callers carry the setting.
  if (input.membersMayMoveMoney !== undefined) ctx.callers?.forgetMerchant(ctx.tenant.merchantId);
  return await getSettings(ctx);
}

function assertNoPlatformSettings(input: UpdateSettingsInput): void {
  for (const field of ["canDebitCustomer", "internalTransfers"] as const) {
    if (input[field] === undefined) continue;
    const message = merchantTexts.platformSetting(field);
    throw new Failure("platform_setting", { message, errors: [{ field, message }] });
  }
}

async function changeOwnSettings(tx: Transaction, ctx: Context, input: UpdateSettingsInput): Promise<void> {
  const { merchantFee, merchantDailyLimit, callbackURL: _live, sandboxCallbackURL: _sandbox, ...rest } = input;
  const change = defined({
    ...rest,
    merchantFee: merchantFee === undefined ? undefined : BigInt(merchantFee),
    merchantDailyLimit: typeof merchantDailyLimit === "number" ? BigInt(merchantDailyLimit) : merchantDailyLimit,
  });
  const given = Object.keys(change) as (keyof MerchantOwnSettings)[];
  if (given.length === 0) return;
  const before = await lockSettings(tx, ctx.tenant.id);
  if (!before) throw new Error("the tenant has no settings");
  const changed = given.filter((name) => change[name] !== before[name]);
  if (changed.length === 0) return;
  await updateOwnSettings(tx, ctx.tenant.id, { ...before, ...change }, ctx.clock.now());
  await recordAudit(tx, ctx, {
    action: "merchant.change_settings",
    object: { kind: "merchant", id: ctx.tenant.merchantId },
    before: Object.fromEntries(changed.map((name) => [name, before[name]])),
    after: Object.fromEntries(changed.map((name) => [name, change[name]])),
  });
  for (const name of MONEY_RULES) {
    if (!changed.includes(name)) continue;
    const detail = `${name} is ${change[name] ? "on" : "off"} in ${ctx.tenant.mode}`;
    await queueSecurityNotice(tx, ctx, {
      kind: "money_rules_changed",
      to: { merchantId: ctx.tenant.merchantId },
      detail,
    });
  }
}

/** The settings whose change is mailed to the MainMerchants. */
const MONEY_RULES = ["requireTwoFactor", "membersMayMoveMoney"] as const;

/** A key must not remove the controls between people and money (API 2). */
function assertNoGuards(input: UpdateSettingsInput): void {
  for (const field of [
    "requireTwoFactor",
    "membersMayMoveMoney",
    "requirePinForDebit",
    "merchantDailyLimit",
  ] as const) {
    if (input[field] === undefined) continue;
    const message = merchantTexts.notForKeys(field);
    throw new Failure("permission_missing", { message, errors: [{ field, message }] });
  }
}

function assertIsMainMerchant({ actor }: Context, field: string): void {
  if (actor.kind === "member" && actor.role === "MainMerchant") return;
  const message = merchantTexts.mainMerchantOnly(field);
  throw new Failure("permission_missing", { message, errors: [{ field, message }] });
}

/** Checks each URL by the rules of its mode (Webhooks 1). @throws `validation_failed` */
export async function assertCallableUrls(ctx: Context, input: CallbackUrls): Promise<void> {
  const { tenant } = ctx;
  const { callbackURL, sandboxCallbackURL } = input;
  if (ctx.actor.kind === "key") assertOwnMode(tenant.mode, input);
  if (callbackURL) {
    await assertCallableUrl({ ...ctx, tenant: { ...tenant, mode: "PRODUCTION" } }, "callbackURL", callbackURL);
  }
  if (sandboxCallbackURL) {
    await assertCallableUrl(
      { ...ctx, tenant: { ...tenant, mode: "SANDBOX" } },
      "sandboxCallbackURL",
      sandboxCallbackURL,
    );
  }
}

/** A key belongs to one mode (API 2), so it must not redirect the other mode's events. */
function assertOwnMode(mode: Mode, input: CallbackUrls): void {
  const field = mode === "SANDBOX" ? "callbackURL" : "sandboxCallbackURL";
  if (input[field] === undefined) return;
  const message = merchantTexts.otherMode(field, mode);
  throw new Failure("permission_missing", { message, errors: [{ field, message }] });
}

type CallbackUrls = Pick<UpdateSettingsInput, "callbackURL" | "sandboxCallbackURL">;

/** Audits each URL in the mode it belongs to. */
export async function changeCallbackUrls(tx: Transaction, ctx: Context, input: CallbackUrls): Promise<void> {
  const urls: Record<Mode, string | null | undefined> = {
    PRODUCTION: input.callbackURL,
    SANDBOX: input.sandboxCallbackURL,
  };
  for (const tenant of await findTenants(tx, ctx.tenant.merchantId)) {
    const url = urls[tenant.mode];
    if (url === undefined) continue;
    const before = await lockSettings(tx, tenant.id);
    if (before?.callbackUrl === url) continue;
    await updateCallbackUrl(tx, tenant.id, url, ctx.clock.now());
    await recordAudit(
      tx,
      { ...ctx, tenant },
      {
        action: "merchant.change_callback",
        object: { kind: "merchant", id: ctx.tenant.merchantId },
        before: { callbackURL: before?.callbackUrl ?? null },
        after: { callbackURL: url },
      },
    );
  }
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function defined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
}
