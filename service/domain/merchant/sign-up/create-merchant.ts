import { openBooks } from "../../../db/ledger/accounts.ts";
import { insertMerchant } from "../../../db/merchant/merchants.ts";
import { insertSettings } from "../../../db/merchant/settings.ts";
import { insertTenants } from "../../../db/merchant/tenants.ts";
import { inTransaction, type Transaction } from "../../../db/pool.ts";
import { insertWallet, takeAccountSerial } from "../../../db/wallets/wallets.ts";
import { accountNumber } from "../../account-number.ts";
import { addKeys } from "../../auth/merchant-keys.ts";
import type { Context, Services, Tenant } from "../../context.ts";
import { recordAudit } from "../../record-audit.ts";
import { type AddedMember, type NewPerson, registerMember } from "../../team/add-member.ts";
import { DEFAULT_TIER_RULES } from "../settings/tier-defaults.ts";

/** A context before its tenant exists. */
export type MerchantCreationContext = Services & Pick<Context, "actor" | "requestId" | "address">;

export type CreateMerchantInput = {
  businessName: string;
  businessType: string;
  phoneNumber: string;
  owner: NewPerson;
  /** Whether sandbox batches may debit customers; off by API 6. */
  canDebitCustomer?: boolean;
};

export type CreatedMerchant = {
  merchantId: string;
  owner: AddedMember;
  sandbox: Tenant;
  production: Tenant;
  sandboxKeyId: string;
};

/**
 * Creates a merchant: its owner as `MainMerchant`, and per mode the ledger accounts, fees, limits and the merchant's
 * own wallet with an account number; a pair of keys for the sandbox, where it starts. Spec 1, API 4, 6; Wire 4.20.
 */
export async function createMerchant(
  ctx: MerchantCreationContext,
  input: CreateMerchantInput,
): Promise<CreatedMerchant> {
  const passwordHash = await ctx.providers.passwords.hash(input.owner.password);
  return inTransaction(ctx.db, (tx) =>
    openMerchant(tx, ctx, { ...input, email: input.owner.email.toLowerCase() }, (inSandbox) =>
      registerMember(tx, inSandbox, { ...input.owner, role: "MainMerchant", passwordHash }),
    ),
  );
}

/** The same inside a transaction; `addOwner` creates the first member. `email` is in lower case. */
export async function openMerchant(
  tx: Transaction,
  ctx: MerchantCreationContext,
  input: Omit<CreateMerchantInput, "owner"> & { email: string },
  addOwner: (ctx: MerchantCreationContext & { tenant: Tenant }) => Promise<AddedMember>,
): Promise<CreatedMerchant> {
  const at = ctx.clock.now();
  const merchantId = ctx.ids.next();
  const { email, businessName, businessType, phoneNumber } = input;
  const slug = slugOf(businessName, merchantId);
  await insertMerchant(tx, { id: merchantId, slug, email, phoneNumber, businessName, businessType, at });

  const tenants = await insertTenants(tx, merchantId);
  for (const tenant of tenants) await openTenant(tx, ctx, tenant, input);
  const sandbox = tenantOf(tenants, "SANDBOX");
  const inSandbox = { ...ctx, tenant: sandbox };
  const { id: sandboxKeyId } = await addKeys(tx, inSandbox);
  await recordAudit(tx, inSandbox, {
    action: "merchant.create",
    object: { kind: "merchant", id: merchantId },
    after: { businessName, businessType, email },
  });
  const owner = await addOwner(inSandbox);
  return { merchantId, owner, sandbox, production: tenantOf(tenants, "PRODUCTION"), sandboxKeyId };
}

async function openTenant(
  tx: Transaction,
  ctx: MerchantCreationContext,
  tenant: Tenant,
  input: Omit<CreateMerchantInput, "owner"> & { email: string },
): Promise<void> {
  const at = ctx.clock.now();
  const canDebitCustomer = tenant.mode === "SANDBOX" && input.canDebitCustomer === true;
  await insertSettings(tx, tenant.id, { canDebitCustomer, tierRules: DEFAULT_TIER_RULES, at });
  const { merchantAccountId } = await openBooks(tx, tenant.id);
  const { serial, bankCode } = await takeAccountSerial(tx);
  await insertWallet(tx, tenant.id, {
    id: ctx.ids.next(),
    accountId: merchantAccountId,
    customerId: null,
    accountNumber: accountNumber(bankCode, serial),
    accountName: input.businessName,
    email: input.email,
    freeze: null,
    at,
  });
}

function tenantOf(tenants: readonly Tenant[], mode: Tenant["mode"]): Tenant {
  const tenant = tenants.find((one) => one.mode === mode);
  if (!tenant) throw new Error(`the merchant has no ${mode} books`);
  return tenant;
}

// The end of the ID distinguishes two merchants with one name.
function slugOf(businessName: string, merchantId: string): string {
  const plain = businessName.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const words = plain.replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
  return `${words || "merchant"}-${merchantId.slice(-6)}`;
}
