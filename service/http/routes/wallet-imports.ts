import { walletCreationEndpoints } from "../../../contract/wallet-creation.ts";
import { downloadWalletImportRows } from "../../domain/wallets/imports/download-wallet-import-rows.ts";
import { getWalletImport } from "../../domain/wallets/imports/get-wallet-import.ts";
import { listWalletImportRows } from "../../domain/wallets/imports/list-wallet-import-rows.ts";
import { listWalletImports } from "../../domain/wallets/imports/list-wallet-imports.ts";
import { preflightWalletImport } from "../../domain/wallets/imports/preflight-wallet-import.ts";
import {
  acceptWalletImport,
  discardWalletImport,
  receiveWalletImport,
} from "../../domain/wallets/imports/receive-wallet-import.ts";
import type { Bind, BindCsv, BindUpload } from "../route.ts";

/** Customer uploads: send, track, download the rows. Spec 4.1, API 5, dashboard 9. */
export function walletImportRoutes({
  bind,
  bindCsv,
  bindUpload,
}: {
  bind: Bind;
  bindCsv: BindCsv;
  bindUpload: BindUpload;
}) {
  bindUpload(walletCreationEndpoints.bulkCreateCustomers, {
    receive: receiveWalletImport,
    accept: (ctx, { body }, { staged, sha256 }) => acceptWalletImport(ctx, staged, { sha256, fileName: body.fileName }),
    discard: discardWalletImport,
  });
  bind(walletCreationEndpoints.preflightWalletImport, async (ctx, { body }) => ({
    data: await preflightWalletImport(ctx, body),
  }));
  bind(walletCreationEndpoints.listWalletImports, (ctx, { query }) => listWalletImports(ctx, query));
  bind(walletCreationEndpoints.getWalletImport, async (ctx, { params }) => ({
    data: await getWalletImport(ctx, params),
  }));
  bind(walletCreationEndpoints.listWalletImportRows, (ctx, { params, query }) =>
    listWalletImportRows(ctx, { ...params, ...query }),
  );
  bindCsv(walletCreationEndpoints.downloadWalletImportRows, (ctx, { params, query }) =>
    downloadWalletImportRows(ctx, { ...params, ...query }),
  );
}
