import type { MerchantSettings } from "../../../../contract/merchant-settings.ts";
import { merchantTexts } from "../../../../contract/texts/merchant.ts";
import { updateMailChainHead } from "../../../db/merchant/merchants.ts";
import {
  lockSettings,
  type MerchantOwnSettings,
  updateCallbackUrl,
  updateOwnSettings,
} from "../../../db/merchant/settings.ts";
import { findTenants } from "../../../db/merchant/tenants.ts";
import { inTransaction, ofAllTenants, type Transaction } from "../../../db/pool.ts";
import { lockTeam, type MemberRow } from "../../../db/team/members.ts";
import { applyOrSubmit, type ChangeRequests, type Plan, type Submitted } from "../../consent/apply-or-submit.ts";
import type { ApprovalRules, Context, Mode } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { queueSecurityNotice } from "../../messages/security-notice.ts";
import { recordAudit } from "../../record-audit.ts";
import { assertHasPermission, memberOf } from "../../team/team-rules.ts";
import { requestedBy } from "../../team/update-member.ts";
import { assertCallableUrl } from "../../webhooks/subscriptions/check-webhook-url.ts";
import { getSettings } from "./get-settings.ts";

/** Omitted fields stay unchanged. Kobo. */
export type UpdateSettingsInput = {
  merchantFee?: number | undefined;
  merchantDailyLimit?: number | null | undefined;
  requirePinForDebit?: boolean | undefined;
  requireTwoFactor?: boolean | undefined;
  membersMayMoveMoney?: boolean | undefined;
  noApprovalBelow?: number | null | undefined;
  twoApproversFrom?: number | null | undefined;
  canDebitCustomer?: boolean | undefined;
  internalTransfers?: boolean | undefined;
  webhookMode?: MerchantSettings["webhookMode"] | undefined;
  callbackURL?: string | null | undefined;
  sandboxCallbackURL?: string | null | undefined;
  mailChainHead?: boolean | undefined;
};

/**
 * Changes the merchant's own settings in the context's mode; callback URLs in the mode each belongs to, `mailChainHead` in both. Applies
 * to later movements; unchanged values are not audited. A change of who may move or approve money waits for another approver where there
 * is one; the other fields change immediately. API 6, decisions 0072, 0073, 0093, 0117. Returns the wire payload with the settings in force.
 * @throws `platform_setting` for `canDebitCustomer` and `internalTransfers` in PRODUCTION; `permission_missing` for a
 * field that this caller may not change; `validation_failed` for a URL that may not be called, or for approval rules that
 * contradict each other; `change_pending`
 */
export async function updateSettings(
  ctx: Context,
  input: UpdateSettingsInput,
  submitted: Submitted,
): Promise<{ data: MerchantSettings }> {
  if (ctx.tenant.mode === "PRODUCTION") assertNoPlatformSettings(input);
  if (ctx.actor.kind === "key") assertNoGuards(input);
  await assertCallableUrls(ctx, input);
  const { requireTwoFactor, membersMayMoveMoney, noApprovalBelow, twoApproversFrom, mailChainHead, ...others } = input;
  const rules = defined({ requireTwoFactor, membersMayMoveMoney, noApprovalBelow, twoApproversFrom });
  const payload = await inTransaction(ofAllTenants(ctx.db), async (tx) => {
    const team = await lockTeam(tx, ctx.tenant.merchantId);
    await changeOwnSettings(tx, ctx, others);
    await changeCallbackUrls(tx, ctx, others);
    if (mailChainHead !== undefined) await changeMailChainHead(tx, ctx, mailChainHead);
    if (Object.keys(rules).length === 0) return {};
    const by = ctx.actor.kind === "member" ? memberOf(team, ctx.actor.id) : null;
    return await applyOrSubmit(tx, ctx, await planMoneyRules(tx, ctx, { by }, rules), submitted);
  });
  // Cached callers carry one of the settings.
  if (Object.keys(rules).length > 0) ctx.callers?.forgetMerchant(ctx.tenant.merchantId);
  return { ...payload, data: await getSettings(ctx) };
}

/** Checks a change of the settings that decide who may move or approve money. `by` is null for the platform. */
export async function planMoneyRules(
  tx: Transaction,
  ctx: Context,
  { by }: { by: MemberRow | null },
  input: ChangeRequests["settings"],
): Promise<Plan> {
  if (by) assertHasPermission(by, "UPDATE_MERCHANT_DETAIL");
  for (const field of ["membersMayMoveMoney", "noApprovalBelow", "twoApproversFrom"] as const) {
    if (by && input[field] !== undefined) assertIsMainMerchant(by, field);
  }
  const settings = await lockSettings(tx, ctx.tenant.id);
  if (!settings) throw new Error("the tenant has no settings");
  const stored = storedSettings(input);
  assertRulesAgree({ ...settings, ...stored });
  const changed = MONEY_RULES.filter((name) => stored[name] !== undefined && stored[name] !== settings[name]);
  const reason = by && requestedBy(ctx, by);
  return {
    change:
      changed.length > 0
        ? {
            kind: "settings",
            subject: String(ctx.tenant.id),
            label: ctx.tenant.mode,
            request: input,
            before: Object.fromEntries(changed.map((name) => [name, settings[name]])),
            after: Object.fromEntries(changed.map((name) => [name, stored[name]])),
            gains: [],
            neededLimit: 0n,
          }
        : null,
    async apply() {
      await changeOwnSettings(tx, ctx, input, reason);
      for (const name of changed) {
        const detail = merchantTexts.ruleChanged(name, stored[name] ?? null, ctx.tenant.mode);
        const to = { merchantId: ctx.tenant.merchantId };
        await queueSecurityNotice(tx, ctx, { kind: "money_rules_changed", to, detail });
      }
      return {};
    },
  };
}

function assertNoPlatformSettings(input: UpdateSettingsInput): void {
  for (const field of ["canDebitCustomer", "internalTransfers"] as const) {
    if (input[field] === undefined) continue;
    const message = merchantTexts.platformSetting(field);
    throw new Failure("platform_setting", { message, errors: [{ field, message }] });
  }
}

async function changeOwnSettings(
  tx: Transaction,
  ctx: Context,
  input: UpdateSettingsInput,
  reason: string | null = null,
): Promise<void> {
  const change = storedSettings(input);
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
    reason,
  });
}

/** The given settings as they are stored: amounts as big integers, without the callback URLs. */
function storedSettings(input: UpdateSettingsInput): Defined<MerchantOwnSettings> {
  const { callbackURL: _live, sandboxCallbackURL: _sandbox, mailChainHead: _mailed, merchantFee, ...rest } = input;
  const { merchantDailyLimit, noApprovalBelow, twoApproversFrom } = rest;
  return defined({
    ...rest,
    merchantFee: merchantFee === undefined ? undefined : BigInt(merchantFee),
    merchantDailyLimit: storedAmount(merchantDailyLimit),
    noApprovalBelow: storedAmount(noApprovalBelow),
    twoApproversFrom: storedAmount(twoApproversFrom),
  });
}

function storedAmount(amount: number | null | undefined): bigint | null | undefined {
  return typeof amount === "number" ? BigInt(amount) : amount;
}

/** An amount that needs two approvers cannot also need none. @throws `validation_failed` */
function assertRulesAgree({ noApprovalBelow, twoApproversFrom }: ApprovalRules): void {
  if (noApprovalBelow === null || twoApproversFrom === null || noApprovalBelow <= twoApproversFrom) return;
  const message = merchantTexts.rulesOverlap;
  throw new Failure("validation_failed", { message, errors: [{ field: "noApprovalBelow", message }] });
}

async function changeMailChainHead(tx: Transaction, ctx: Context, mailChainHead: boolean): Promise<void> {
  const { merchantId } = ctx.tenant;
  if (!(await updateMailChainHead(tx, merchantId, mailChainHead, ctx.clock.now()))) return;
  await recordAudit(tx, ctx, {
    action: "merchant.change_settings",
    object: { kind: "merchant", id: merchantId },
    before: { mailChainHead: !mailChainHead },
    after: { mailChainHead },
  });
}

/** The settings whose change needs another approver and is mailed to the MainMerchants. */
const MONEY_RULES = ["requireTwoFactor", "membersMayMoveMoney", "noApprovalBelow", "twoApproversFrom"] as const;

/** A key must not remove the controls between people and money (API 2), nor the copy of the books' proof. */
function assertNoGuards(input: UpdateSettingsInput): void {
  for (const field of [
    "requireTwoFactor",
    "membersMayMoveMoney",
    "noApprovalBelow",
    "twoApproversFrom",
    "requirePinForDebit",
    "merchantDailyLimit",
    "mailChainHead",
  ] as const) {
    if (input[field] === undefined) continue;
    const message = merchantTexts.notForKeys(field);
    throw new Failure("permission_missing", { message, errors: [{ field, message }] });
  }
}

function assertIsMainMerchant({ role }: MemberRow, field: string): void {
  if (role === "MainMerchant") return;
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
