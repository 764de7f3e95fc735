import { settings } from "../../../../lib/server/env.ts";
import { forwardPublic } from "../../../../lib/server/proxy/public-proxy.ts";

async function handle(request: Request, { params }: { params: Promise<{ path: string[] }> }): Promise<Response> {
  return forwardPublic(request, (await params).path, settings());
}

export { handle as POST, handle as PUT };
