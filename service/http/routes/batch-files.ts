import { batchEndpoints } from "../../../contract/batches.ts";
import { cancelBatch } from "../../domain/batches/cancel-batch.ts";
import { getBatch } from "../../domain/batches/get-batch.ts";
import { listBatchItems } from "../../domain/batches/list-batch-items.ts";
import { listBatches } from "../../domain/batches/list-batches.ts";
import { acceptUpload } from "../../domain/batches/upload/accept-upload.ts";
import { downloadBatchRows } from "../../domain/batches/upload/download-batch-rows.ts";
import { discardUpload, receiveUpload } from "../../domain/batches/upload/receive-upload.ts";
import type { Bind, BindCsv, BindUpload } from "../route.ts";

/** Uploads of credits and debits, and the state of every batch. Spec 4.6 to 4.8, API 5. */
export function batchFileRoutes({
  bind,
  bindCsv,
  bindUpload,
}: {
  bind: Bind;
  bindCsv: BindCsv;
  bindUpload: BindUpload;
}) {
  bindUpload(batchEndpoints.uploadBatch, {
    receive: receiveUpload,
    accept: (ctx, { body }, { staged, sha256 }, answer) =>
      acceptUpload(ctx, body, { ...staged, sha256 }, ({ id, reference, status, rows, approval }) => {
        if (approval !== null) answer.header("location", `/v1/transaction/pending/${approval}`);
        return { data: { batchId: id, batchReference: reference, status, rows } };
      }),
    discard: discardUpload,
  });
  bind(batchEndpoints.listBatches, (ctx, { query }) => listBatches(ctx, query));
  bind(batchEndpoints.getBatchStatus, async (ctx, { query }) => ({ data: await getBatch(ctx, query) }));
  bind(batchEndpoints.listBatchItems, (ctx, { params, query }) => listBatchItems(ctx, { ...params, ...query }));
  bindCsv(batchEndpoints.downloadBatchRows, (ctx, { params, query }) =>
    downloadBatchRows(ctx, { ...params, ...query }),
  );
  bind(batchEndpoints.cancelBatch, async (ctx, { params }) => {
    await cancelBatch(ctx, params);
    return {};
  });
}
