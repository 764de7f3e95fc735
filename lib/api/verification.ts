import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { BusinessVerification } from "../../contract/business-verification.ts";
import type { DocumentKind } from "../../contract/document-kinds.ts";
import type { Session } from "../permissions.ts";
import { FRESH_MS, queryKeyOf } from "./query-keys.ts";
import { readOf } from "./read.ts";
import { request, requestFile } from "./request.ts";
import { useSession } from "./session-provider.tsx";
import { requestUpload } from "./upload.ts";

type Reply = { verification: BusinessVerification };

/** How far the merchant is on its way to live mode, and its documents; fresh for 30 s. Decision 0127. */
export function verificationQuery(session: Session) {
  return queryOptions({
    queryKey: queryKeyOf(session, "merchant", "verification"),
    staleTime: FRESH_MS.list,
    ...readOf(session, { path: "/merchant/business-verification" }, ({ verification }: Reply) => verification),
  });
}

/** Uploads one document instead of the one of its kind before it; `onProgress` gets the sent share from 0 to 1. Decision 0127. */
export function useUploadDocument(kind: DocumentKind, onProgress: (share: number) => void) {
  const session = useSession();
  const keep = useKeepVerification();
  return useMutation({
    mutationFn: async (file: File): Promise<BusinessVerification> => {
      const { verification } = await requestUpload<Reply>(session, {
        method: "PUT",
        path: "/merchant/complete-merchant-registration",
        fields: {},
        file: { field: kind, name: file.name, content: file },
        onProgress: (sent, all) => onProgress(all === 0 ? 1 : sent / all),
      });
      return verification;
    },
    onSuccess: keep,
  });
}

/** Hands the uploaded documents to the platform. Decision 0127. */
export function useSubmitVerification() {
  const session = useSession();
  const keep = useKeepVerification();
  return useMutation({
    mutationFn: async (): Promise<BusinessVerification> =>
      (await request<Reply>(session, { method: "POST", path: "/merchant/business-verification/submit" })).verification,
    onSuccess: keep,
  });
}

/** Downloads one of the merchant's documents. */
export function useDownloadDocument(id: string) {
  const session = useSession();
  return useMutation({
    mutationFn: async (): Promise<Blob> => {
      const path = `/merchant/business-documents/${encodeURIComponent(id)}` as const;
      return new Response(await requestFile(session, { path })).blob();
    },
  });
}

function useKeepVerification(): (verification: BusinessVerification) => void {
  const session = useSession();
  const queries = useQueryClient();
  return (verification) => queries.setQueryData(verificationQuery(session).queryKey, verification);
}
