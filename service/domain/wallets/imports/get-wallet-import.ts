import type { WalletImport } from "../../../../contract/wallet-creation.ts";
import type { Context } from "../../context.ts";
import { importView, loadImport } from "./import-view.ts";

/** Returns the progress of an upload of customers; its counts are always exact. Api 5. @throws `import_not_found` */
export async function getWalletImport(ctx: Context, input: { batchId: string }): Promise<WalletImport> {
  return importView(await loadImport(ctx, input.batchId), ctx.clock.now());
}
