import { customerEndpoints } from "../../../contract/customers.ts";
import { TIER_NUMBERS } from "../../../contract/values.ts";
import { changeTier } from "../../domain/customers/identity/change-tier.ts";
import { linkBvn } from "../../domain/customers/identity/link-bvn.ts";
import type { LinkedIdentity } from "../../domain/customers/identity/link-identity.ts";
import { linkNin } from "../../domain/customers/identity/link-nin.ts";
import { lookUpBvn } from "../../domain/customers/identity/look-up-bvn.ts";
import { matchBvn } from "../../domain/customers/identity/match-bvn.ts";
import { completePhoneVerification } from "../../domain/customers/phone/complete-phone-verification.ts";
import { createCustomerToken } from "../../domain/customers/phone/create-customer-token.ts";
import { startPhoneVerification } from "../../domain/customers/phone/start-phone-verification.ts";
import { localPhoneNumber } from "../../domain/phone-number.ts";
import type { Bind } from "../route.ts";

/** Identity of customers: BVN, NIN, phone and the tier that they allow. Spec 4.17, API 3. */
export function identityRoutes(bind: Bind): void {
  bind(customerEndpoints.lookUpBvn, async (ctx, { query }) => {
    const { number: bvn, phoneNumber, firstName, lastName, dateOfBirth } = await lookUpBvn(ctx, query);
    return { data: { bvn, firstName, lastName, dateOfBirth, phoneNumber: localPhoneNumber(phoneNumber) } };
  });
  bind(customerEndpoints.matchBvn, async (ctx, { query }) => ({ data: await matchBvn(ctx, query) }));
  bind(customerEndpoints.linkBvn, async (ctx, { body }) =>
    linked(await linkBvn(ctx, body), customerEndpoints.linkBvn.message),
  );
  bind(customerEndpoints.linkNin, async (ctx, { body }) =>
    linked(await linkNin(ctx, body), customerEndpoints.linkNin.message),
  );
  bind(customerEndpoints.changeTier, async (ctx, { body: { customerId, tier } }) => {
    const limits = await changeTier(ctx, { customerId, tier: TIER_NUMBERS[tier] });
    return { data: { customerId, tier, ...limits } };
  });
  bind(customerEndpoints.createCustomerToken, async (ctx, { body }) => {
    const { token, expiresAt } = await createCustomerToken(ctx, body);
    return { data: { token, expiresAt: expiresAt.toISOString() } };
  });
  bind(customerEndpoints.startPhoneVerification, async (ctx) => {
    const { expiresAt, ...sandbox } = await startPhoneVerification(ctx);
    return { data: { expiresAt: expiresAt.toISOString(), ...sandbox } };
  });
  bind(customerEndpoints.completePhoneVerification, async (ctx, { body }) => {
    await completePhoneVerification(ctx, { code: body.code ?? body.verificationCode ?? "" });
    return { data: { customerId: ctx.actor.id, isPhoneVerified: true } };
  });
}

function linked({ flags, failure }: LinkedIdentity, [done, failed]: readonly [string, string]) {
  return { message: failure === null ? done : failed, data: flags };
}
