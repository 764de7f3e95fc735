import { settings } from "../../../../../../lib/server/env.ts";
import { rollRestrictedKey } from "../../../../../../lib/server/proxy/key-proxy.ts";
import { wrongMethods } from "../../../../../../lib/server/proxy/wrong-methods.ts";

type Route = { params: Promise<{ id: string }> };

export async function POST(request: Request, { params }: Route): Promise<Response> {
  return rollRestrictedKey(request, settings(), (await params).id);
}

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = wrongMethods("POST");
