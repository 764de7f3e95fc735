import { settings } from "../../../../lib/server/env.ts";
import { forward } from "../../../../lib/server/proxy/session-proxy.ts";

async function handle(request: Request, { params }: { params: Promise<{ path: string[] }> }): Promise<Response> {
  return forward(request, (await params).path, settings());
}

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
