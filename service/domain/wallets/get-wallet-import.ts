import type { WalletImport } from "../../../contract/wallet-creation.ts";
import type { Context } from "../context.ts";
import { importView, loadImport } from "./import-view.ts";

/** How far an upload of customers is; its counts are exact at every moment. Api 5. @throws `import_not_found` */
export async function getWalletImport(ctx: Context, input: { batchId: string }): Promise<WalletImport> {
  return importView(await loadImport(ctx, input.batchId), ctx.clock.now());
}
