import { randomUUID } from "node:crypto";
import { apiReferenceEntry } from "../../../../lib/server/api-reference.ts";
import { API_HEADERS, proxyError } from "../../../../lib/server/proxy/proxy-error.ts";
import { wrongMethods } from "../../../../lib/server/proxy/wrong-methods.ts";

/** One endpoint of the API reference, which the page loads when its entry opens. Public, like the reference itself. */
export async function GET(_: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  const entry = apiReferenceEntry((await params).id);
  if (!entry) return proxyError("not_found", randomUUID());
  return Response.json({ data: entry }, { headers: API_HEADERS });
}

export const { POST, PUT, PATCH, DELETE, OPTIONS } = wrongMethods("GET", "HEAD");
