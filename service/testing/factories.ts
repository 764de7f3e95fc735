import { type BuiltInRole, permissionsOfKeys, permissionsOfRole } from "../../contract/permissions.ts";
import type { Actor, Context, Services } from "../domain/context.ts";
import { setReview } from "../domain/merchant/settings/set-review.ts";
import {
  type CreatedMerchant,
  type CreateMerchantInput,
  createMerchant,
} from "../domain/merchant/sign-up/create-merchant.ts";
import { type AddedMember, addMember } from "../domain/team/add-member.ts";
import {
  type CreateCustomerWalletInput,
  createCustomerWallet,
} from "../domain/wallets/creation/create-customer-wallet.ts";
import type { CreatedWallet } from "../domain/wallets/creation/open-wallet.ts";
import { platformActor, testContext } from "./context.ts";

export const TEST_PASSWORD = "test-password";

let made = 0;

/** Creates a merchant through the domain function: sandbox and production books, owner `owner-N@test.example`. */
export async function createTestMerchant(
  services: Services,
  overrides: Partial<CreateMerchantInput> = {},
): Promise<CreatedMerchant> {
  made += 1;
  const founding = { ...services, actor: platformActor, requestId: services.ids.next(), address: null };
  return createMerchant(founding, {
    businessName: `Merchant ${made}`,
    businessType: "RETAIL",
    phoneNumber: "+2348000000000",
    owner: { email: `owner-${made}@test.example`, password: TEST_PASSWORD, firstName: "Ada", lastName: "Obi" },
    ...overrides,
  });
}

/** Creates a customer with an active wallet through the domain function. Number N: phone `+2348100000N`, a BVN that the sandbox finds. */
export async function createTestWallet(
  ctx: Context,
  overrides: Partial<CreateCustomerWalletInput> = {},
): Promise<CreatedWallet> {
  made += 1;
  // Identity look-ups in PRODUCTION need the platform's review.
  if (ctx.tenant.mode === "PRODUCTION") await setReview(ctx, "ENABLED");
  return createCustomerWallet(ctx, {
    firstName: "Chidi",
    lastName: "Okafor",
    phoneNumber: `0810${String(made).padStart(7, "0")}`,
    dateOfBirth: "1990-05-16",
    bvn: `22${String(made).padStart(7, "0")}55`,
    ...overrides,
  });
}

/** Adds a member with a role and returns the actor of a dashboard session. */
export async function testMember(
  services: Services,
  merchant: CreatedMerchant,
  role: BuiltInRole,
  overrides: { firstName?: string; lastName?: string; email?: string } = {},
): Promise<Extract<Actor, { kind: "member" }> & { email: string }> {
  made += 1;
  const firstName = overrides.firstName ?? role;
  const lastName = overrides.lastName ?? `Tester${made}`;
  const email = overrides.email ?? `${role.toLowerCase()}-${made}@test.example`;
  const ctx = testContext(services, { tenant: merchant.sandbox });
  const { memberId, userId }: AddedMember = await addMember(ctx, {
    email,
    password: TEST_PASSWORD,
    firstName,
    lastName,
    role,
  });
  return {
    kind: "member",
    id: memberId,
    userId,
    name: `${firstName} ${lastName}`,
    email,
    role,
    permissions: permissionsOfRole[role],
    channel: "dashboard",
    mayMoveMoney: true,
    approvalLimit: null,
    rules: { noApprovalBelow: null, twoApproversFrom: null },
    sessionId: services.ids.next(),
  };
}

/** The actor of a merchant's private key. */
export function testKey(services: Services): Actor {
  return { kind: "key", id: services.ids.next(), name: "Private key", permissions: permissionsOfKeys };
}

/** The sandbox private key of a merchant. */
export async function sandboxPrivateKey(services: Services, merchant: CreatedMerchant): Promise<string> {
  const { rows } = await services.db.query<{ sealed: Buffer }>(
    "select private_key_sealed as sealed from merchant_keys where id = $1",
    [merchant.sandboxKeyId],
  );
  if (!rows[0]) throw new Error("the merchant has no key");
  return services.providers.secrets.open(rows[0].sealed, "merchant_keys.private_key_sealed", merchant.sandboxKeyId);
}
