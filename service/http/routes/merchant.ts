import { balanceAlertEndpoints } from "../../../contract/balance-alert.ts";
import { businessVerificationEndpoints } from "../../../contract/business-verification.ts";
import { merchantEndpoints } from "../../../contract/merchant.ts";
import { resendActivationCode } from "../../domain/auth/sign-in/resend-activation-code.ts";
import { getAnalytics } from "../../domain/merchant/analytics/get-analytics.ts";
import { getOverview } from "../../domain/merchant/analytics/get-overview.ts";
import { getBalanceAlert, updateBalanceAlert } from "../../domain/merchant/balance-alert/balance-alert.ts";
import { downloadAuditLog } from "../../domain/merchant/download-audit-log.ts";
import { fundMerchantWallet } from "../../domain/merchant/fund-merchant-wallet.ts";
import { getMerchantProfile } from "../../domain/merchant/get-merchant-profile.ts";
import { getMerchantWallet } from "../../domain/merchant/get-merchant-wallet.ts";
import { createRestrictedKey } from "../../domain/merchant/keys/create-restricted-key.ts";
import { generateAccessKeys } from "../../domain/merchant/keys/generate-access-keys.ts";
import { getAccessKeys } from "../../domain/merchant/keys/get-access-keys.ts";
import { listAccessKeys } from "../../domain/merchant/keys/list-access-keys.ts";
import { listRestrictedKeys } from "../../domain/merchant/keys/list-restricted-keys.ts";
import { revokeRestrictedKey } from "../../domain/merchant/keys/revoke-restricted-key.ts";
import { rollRestrictedKey } from "../../domain/merchant/keys/roll-restricted-key.ts";
import { listAuditLog } from "../../domain/merchant/list-audit-log.ts";
import { freezeAllWallets, releaseAllWallets } from "../../domain/merchant/settings/freeze-all-wallets.ts";
import { getLimits } from "../../domain/merchant/settings/get-limits.ts";
import { getSettings } from "../../domain/merchant/settings/get-settings.ts";
import { switchAccountMode } from "../../domain/merchant/settings/switch-account-mode.ts";
import { updateSettings } from "../../domain/merchant/settings/update-settings.ts";
import { registerMerchant } from "../../domain/merchant/sign-up/register-merchant.ts";
import { verifyMerchant } from "../../domain/merchant/sign-up/verify-merchant.ts";
import { updateMerchantProfile } from "../../domain/merchant/update-merchant-profile.ts";
import { downloadBusinessDocument } from "../../domain/merchant/verification/download-document.ts";
import { getBusinessVerification } from "../../domain/merchant/verification/get-verification.ts";
import { submitBusinessVerification } from "../../domain/merchant/verification/submit-verification.ts";
import {
  acceptDocuments,
  discardDocuments,
  receiveDocument,
} from "../../domain/merchant/verification/upload-documents.ts";
import type { Binder } from "../bind.ts";
import { answerChangeSubmitted } from "../submitting.ts";

/** The merchant's own wallet, profile, settings, keys, mode and audit log. Spec 4.20, api 6, wire 4.20 and 5. */
export function merchantRoutes({ bind, bindPublic, bindCsv, bindUpload, bindFile }: Binder): void {
  bindPublic(merchantEndpoints.registerMerchant, async (ctx, { body }) => {
    await registerMerchant(ctx, body);
    return { requireVerification: true };
  });
  bindPublic(merchantEndpoints.verifyMerchant, async (ctx, { body }) => {
    await verifyMerchant(ctx, body);
    return {};
  });
  bindPublic(merchantEndpoints.resendActivationCode, async (ctx, { body }) => {
    await resendActivationCode(ctx, body);
    return {};
  });
  bind(merchantEndpoints.fundMerchantWallet, (ctx, { body }) => fundMerchantWallet(ctx, body));
  bind(merchantEndpoints.getMerchantWallet, async (ctx) => ({ data: await getMerchantWallet(ctx) }));
  bind(merchantEndpoints.getWalletBalance, async (ctx) => {
    const { id, accountNumber, availableBalance, bookedBalance } = await getMerchantWallet(ctx);
    return { data: { id, accountNumber, availableBalance, bookedBalance, currency: "NGN" } };
  });
  bind(merchantEndpoints.getMerchantProfile, async (ctx) => ({ data: await getMerchantProfile(ctx) }));
  bind(merchantEndpoints.updateMerchantProfile, async (ctx, { body }) => ({
    data: await updateMerchantProfile(ctx, body),
  }));
  bind(balanceAlertEndpoints.getBalanceAlert, (ctx) => getBalanceAlert(ctx));
  bind(balanceAlertEndpoints.updateBalanceAlert, (ctx, { body }) => updateBalanceAlert(ctx, body));
  bind(businessVerificationEndpoints.getBusinessVerification, (ctx) => getBusinessVerification(ctx));
  bindUpload(businessVerificationEndpoints.uploadBusinessDocuments, {
    receive: receiveDocument,
    accept: (ctx, _input, { staged }) => acceptDocuments(ctx, staged),
    discard: discardDocuments,
  });
  bind(businessVerificationEndpoints.submitBusinessVerification, (ctx) => submitBusinessVerification(ctx));
  bindFile(businessVerificationEndpoints.downloadBusinessDocument, (ctx, { params }) =>
    downloadBusinessDocument(ctx, params),
  );
  bind(merchantEndpoints.getLimits, async (ctx) => ({ data: await getLimits(ctx) }));
  bind(merchantEndpoints.getSettings, async (ctx) => ({ data: await getSettings(ctx) }));
  bind(merchantEndpoints.updateSettings, (ctx, { body }, answer) =>
    updateSettings(ctx, body, answerChangeSubmitted(answer)),
  );
  bind(merchantEndpoints.freezeAllWallets, async (ctx, { body }) => {
    await freezeAllWallets(ctx, body);
    return {};
  });
  bind(merchantEndpoints.releaseAllWallets, async (ctx, { body }) => {
    await releaseAllWallets(ctx, body);
    return {};
  });
  bind(merchantEndpoints.getOverview, async (ctx, { query }) => ({ data: await getOverview(ctx, query) }));
  bind(merchantEndpoints.getAnalytics, async (ctx, { query }) => ({ data: await getAnalytics(ctx, query) }));
  bind(merchantEndpoints.getAccessKeys, async (ctx) => ({ data: await getAccessKeys(ctx) }));
  bind(merchantEndpoints.listAccessKeys, (ctx) => listAccessKeys(ctx));
  bind(merchantEndpoints.generateAccessKeys, async (ctx, { body }) => ({ data: await generateAccessKeys(ctx, body) }));
  bind(merchantEndpoints.listRestrictedKeys, (ctx) => listRestrictedKeys(ctx));
  bind(merchantEndpoints.createRestrictedKey, async (ctx, { body }) => ({
    data: await createRestrictedKey(ctx, body),
  }));
  bind(merchantEndpoints.rollRestrictedKey, async (ctx, { params, body }) => ({
    data: await rollRestrictedKey(ctx, { ...params, ...body }),
  }));
  bind(merchantEndpoints.revokeRestrictedKey, async (ctx, { params }) => {
    await revokeRestrictedKey(ctx, params);
    return {};
  });
  bind(merchantEndpoints.switchAccountMode, (ctx, { body }) => switchAccountMode(ctx, body));
  bind(merchantEndpoints.listAuditLog, (ctx, { query }) => listAuditLog(ctx, query));
  bindCsv(merchantEndpoints.downloadAuditLog, (ctx, { query }) => downloadAuditLog(ctx, query));
}
